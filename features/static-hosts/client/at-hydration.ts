import type { HydrationFeature } from '../../../extension-points.ts'
import { canonicalPath } from '../../../shared/paths.ts'

/** Goes to the canonical path if a host sent 404.html for a different spelling, such as /About/. Our own server redirects. */
export const staticHosts: HydrationFeature = {
  beforeHydration() {
    const isErrorPage = !document.querySelector('link[rel=canonical]')
    if (isErrorPage) void goToCanonicalPath()
    return {}
  },
}

async function goToCanonicalPath(): Promise<void> {
  const { pathname, search, hash } = location
  const path = encodeURI(canonicalPath(pathname) ?? '')
  if (!path || path === pathname) return
  if (await isPage(path)) location.replace(path + search + hash)
}

async function isPage(path: string): Promise<boolean> {
  try {
    const { status, redirected } = await fetch(path, { method: 'HEAD' })
    return status === 200 && !redirected // A redirect could lead back here.
  } catch {
    return false // The visitor is offline, so the not-found page stays.
  }
}
