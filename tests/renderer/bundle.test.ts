import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { build } from '../support/fixture-site.ts'

test('the bundle of the server has everything of server/, and nothing of scripts/', () => {
  const bundled = ['server.js', 'start.js'].flatMap(file => {
    const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(build, `${file}.map`), 'utf8'))
    return sources.map(source => source.replace('../', ''))
  })
  const written = readdirSync(join(build, '../server'), { recursive: true, encoding: 'utf8' })
  const files = written
    .filter(name => /\.tsx?$/.test(name))
    .map(name => `server/${name.replaceAll('\\', '/')}`)
  expect(files.filter(file => !bundled.includes(file))).toEqual([])
  expect(bundled.filter(source => source.startsWith('scripts/'))).toEqual([])
})
