// biome-ignore-all lint/security/noDangerouslySetInnerHtml: the text is the build's own.
import type { Assets } from './assets.ts'

/** What the server adds to the head. The browser never hydrates it, so nothing here has to be in its bundle. */
export const Head = ({ assets }: { assets: Assets }) => (
  <>
    <ErrorHead assets={assets} />
    <script dangerouslySetInnerHTML={{ __html: assets.loader }} />
  </>
)

/** The head of the error page: the looks, and not the site's script. */
export const ErrorHead = ({ assets }: { assets: Assets }) => (
  <>
    <style dangerouslySetInnerHTML={{ __html: assets.style }} />
    {assets.reload && <script dangerouslySetInnerHTML={{ __html: assets.reload }} />}
  </>
)
