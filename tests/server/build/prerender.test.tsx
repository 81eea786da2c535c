// What `npm run prerender` writes, and which errors make it fail.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BuildFeature, ServerFeature } from '../../../extension-points.ts'
import { compressForManyPages } from '../../../scripts/write/compressed-files.ts'
import { prerenderValues, Words, words } from '../../support/prerender-values.tsx'
import { pagesOfValues, type ValuePage } from '../../support/value-site.tsx'

const prerender = async (pages: Record<string, ValuePage>, options?: { features: BuildFeature[] }) =>
  prerenderValues(await pagesOfValues(pages), options)

test('the prerender fails with the path of every page that can’t be rendered or that a feature rejects', async () => {
  const Broken = () => {
    throw new Error('no such thing')
  }
  const seen: string[] = []
  const feature: BuildFeature = {
    checkPages: () => ({
      add: ({ path, html }) => void (String(html).includes('Words') && seen.push(path)),
      diagnostics: () => seen.map(path => ({ severity: 'error', message: `${path}: no words, please` })),
    }),
  }
  const failing = prerender(
    {
      home: { path: '/', ...words('Home'), Component: Words },
      broken: { path: '/broken', ...words('Broken'), Component: Broken },
    },
    { features: [feature] },
  )
  await expect(failing).rejects.toMatchObject({
    name: 'UserError',
    message: '/broken: no such thing\n/: no words, please',
  })
})

test('a site of more than 100 pages is written completely, in order, and compressed in less time', async () => {
  const paths = Array.from({ length: 101 }, (_, n) => `/job-${n}` as const)
  const pages = paths.map(path => [path.slice(1), { path, ...words(`The page ${path}`), Component: Words }])
  const { indexable, dist } = await prerender(Object.fromEntries(pages))
  expect(indexable.map(({ path }) => path)).toEqual(paths)
  for (const name of [...paths, '/404'].map(path => `${path}.html`)) {
    const html = readFileSync(join(dist, name))
    expect(readFileSync(join(dist, `${name}.br`)), name).toBeSameBytes(await compressForManyPages('br', html))
  }
})

test('the features of a prerender get a silent log', async () => {
  const levels: string[] = []
  const feature: ServerFeature = {
    prerender({ log }) {
      levels.push(log.level)
      return { pathsOf: async () => undefined, render: async () => undefined }
    },
  }
  await pagesOfValues({ home: { path: '/' } }, { features: [feature] })
  expect(levels).toEqual(['silent'])
})
