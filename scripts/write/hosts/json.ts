import { cacheControl, HOST_FILES, typeOf } from '../../../server/files.ts'
import type { Headers } from '../../../server/headers.ts'
import { fileOf } from '../../../server/paths.ts'
import { speculation } from '../../../server/site-files.ts'
import { type HostedSite, subresources } from './rules.ts'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const keys = (headers: Headers) => Object.entries(headers).map(([key, value]) => ({ key, value }))
const immutable = { 'Cache-Control': cacheControl('assets/') }

/**
 * Pages without their .html. What does it for all files would also redirect the company's own .html files, so next to
 * such files each page has its rule.
 */
const withoutHtml = ({ table, ownHtml }: HostedSite) =>
  ownHtml.length === 0
    ? { cleanUrls: true }
    : {
        rewrites: table.rows.flatMap(({ path }) =>
          path === '/' ? [] : { source: path, destination: `/${fileOf(path)}` },
        ),
      }

/** https://vercel.com/docs/project-configuration/vercel-json: read at the root of what is deployed. */
export function vercel(site: HostedSite): string {
  const { security, table } = site
  const extensions = subresources(security).join('|')
  return json({
    $schema: 'https://openapi.vercel.sh/vercel.json',
    ...withoutHtml(site),
    trailingSlash: false,
    redirects: table.moved.map(([source, destination]) => ({ source, destination, permanent: true })),
    headers: [
      { source: `/((?!.*\\.(?:${extensions})$).*)`, headers: keys(security.document) },
      { source: `/(.*\\.(?:${extensions}))`, headers: keys(security.subresource) },
      { source: '/assets/(.*)', headers: keys(immutable) },
      { source: `/${speculation.name}`, headers: keys({ 'Content-Type': typeOf(speculation.name) }) },
    ],
  })
}

/** https://firebase.google.com/docs/hosting/full-config. It compresses by itself, and has no way to take a header away. */
export function firebase(site: HostedSite): string {
  const { security, table } = site
  return json({
    hosting: {
      public: 'dist',
      ignore: [...HOST_FILES, '**/*.br', '**/*.gz'],
      ...withoutHtml(site),
      trailingSlash: false,
      redirects: table.moved.map(([source, destination]) => ({ source, destination, type: 301 })),
      headers: [
        { source: '**', headers: keys({ ...security.document, 'Cache-Control': cacheControl('') }) },
        { source: '/assets/**', headers: keys(immutable) },
        { source: `/${speculation.name}`, headers: keys({ 'Content-Type': typeOf(speculation.name) }) },
      ],
    },
  })
}
