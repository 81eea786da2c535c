// Starts what was built, live and static, asks each server for every page, and ends it: a step of .ci/run.
import { equal } from 'node:assert/strict'
import { start } from './support/process.ts'
import { paths } from './support/table.ts'

for (const mode of ['live', 'static']) {
  const server = await start({ env: { SERVE: mode } })
  for (const path of [...paths, '/readyz', '/nothing/here']) {
    const { status } = await fetch(server.url + path)
    equal(status, path === '/nothing/here' ? 404 : 200, `${mode}: ${path}`)
  }
  server.signal('SIGTERM')
  equal(await server.ended, 0, `${mode}: the exit code`)
  console.log(`${mode}: the server at ${server.url} has sent every page`)
}
