// biome-ignore-all lint/security/noDangerouslySetInnerHtml: the text is the build's own.
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { type PageId, pageAt, pageIds, pages } from '../shared/pages.ts'
import { site } from '../shared/site.ts'
import type { Assets } from './assets.ts'
import { linkedData, picture, pictureSize, pictureUrl } from './metadata.ts'
import { metaPolicy } from './policy.ts'

/** What the server adds to the head. The browser never hydrates it, so nothing here has to be in its bundle. */
export function createHead(assets: Assets, origin: string): ReactNode {
  const preview = Object.fromEntries(pageIds.map(id => [id, previewOf(id, origin)])) as Record<
    PageId,
    ReactNode
  >
  return (
    <>
      {createErrorHead(assets)}
      <script dangerouslySetInnerHTML={{ __html: assets.loader }} />
      <OfPage preview={preview} />
    </>
  )
}

/** The head of the error page: the looks, and not the site's script. */
export const createErrorHead = (assets: Assets): ReactNode => (
  <>
    {policyOf(assets)}
    <style dangerouslySetInnerHTML={{ __html: assets.style }} />
    {iconsOf(assets)}
    {assets.reload && <script dangerouslySetInnerHTML={{ __html: assets.reload }} />}
  </>
)

/** What a browser shows of the site outside the page. */
const iconsOf = ({ paper }: Assets): ReactNode => (
  <>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content={paper.light} />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content={paper.dark} />
  </>
)

/** The header's policy once more, for hosts that send no headers of ours. */
const policyOf = (assets: Assets): ReactNode => (
  <meta httpEquiv="Content-Security-Policy" content={metaPolicy(assets)} />
)

const OfPage = ({ preview }: { preview: Record<PageId, ReactNode> }) => {
  const id = pageAt(useLocation().pathname)
  return id && preview[id]
}

/** What link previews and search engines read of a page. */
function previewOf(id: PageId, origin: string): ReactNode {
  const { path, title, description } = pages[id]
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={pictureUrl(id, origin)} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(pictureSize.width)} />
      <meta property="og:image:height" content={String(pictureSize.height)} />
      <meta property="og:image:alt" content={picture(id).alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: inScript(linkedData(id, origin)) }}
      />
    </>
  )
}

/** JSON that cannot end the script element in which it stands. */
const inScript = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')
