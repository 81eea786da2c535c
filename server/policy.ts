import { createHash } from 'node:crypto'
import type { Assets } from './assets.ts'
import { speculationRules } from './metadata.ts'

/** What the pages may use beyond the site itself: nothing. docs/more.md has an example for each need. */
export const allowed: Allowed = {
  sources: {},
  features: {},
  scripts: '',
}

export interface Allowed {
  /** For the content security policy: { 'form-action': ["'self'"], 'frame-src': ['https://maps.example.com'] } */
  sources: { readonly [directive in Directive]?: readonly string[] }
  /** For Permissions-Policy: { fullscreen: ['self', 'https://video.example.com'] } */
  features: { readonly [feature: string]: readonly string[] }
  /** HTML in the head of every page: '<script src="https://stats.example.com/count.js" async></script>' */
  scripts: string
}

type Directive =
  | 'script-src'
  | 'style-src'
  | 'img-src'
  | 'font-src'
  | 'connect-src'
  | 'form-action'
  | 'frame-src'
  | 'media-src'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The content security policy. Inline styles and scripts are allowed by their hash. */
const strictest = ({ style, loader, reload, videos }: Assets) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", ...[loader, speculationRules, reload ?? []].flat().map(hash)],
  'style-src': [hash(style)],
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  ...(videos && { 'media-src': ["'self'"] }),
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
})

export function directives(assets: Assets, { sources }: Allowed): Record<string, string[]> {
  const policy: Record<string, string[]> = strictest(assets)
  for (const [name, added] of Object.entries(sources))
    policy[name] = [...(policy[name] ?? []).filter(source => source !== "'none'"), ...added]
  return policy
}

/** The policy as a meta tag has it, which may not forbid framing. */
export const metaPolicy = (assets: Assets, own = allowed): string =>
  Object.entries(directives(assets, own))
    .filter(([name]) => name !== 'frame-ancestors')
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';')

const isForeign = (source: string) => !source.startsWith("'")

/**
 * Cross-Origin-Embedder-Policy. Cross-origin pictures, scripts and videos are requested without cookies, and need no
 * CORP header. A cross-origin frame would need one, which hardly any has, so then the header is omitted.
 */
export function embedderPolicy({ sources }: Allowed) {
  const { 'frame-src': frames = [], 'connect-src': _, 'form-action': __, ...loaded } = sources
  if (frames.some(isForeign)) return false
  return { policy: Object.values(loaded).flat().some(isForeign) ? 'credentialless' : 'require-corp' } as const
}

/**
 * Features that the pages do not use. Only names that Chrome 109 and later know: an unknown name is a warning in the
 * console.
 */
const FEATURES = `accelerometer autoplay camera clipboard-read display-capture encrypted-media fullscreen gamepad
  geolocation gyroscope hid idle-detection keyboard-map local-fonts magnetometer microphone midi otp-credentials payment
  picture-in-picture publickey-credentials-get screen-wake-lock serial sync-xhr usb xr-spatial-tracking`

/** The features that are allowed, and to whom: https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Permissions-Policy */
export function permissionsPolicy({ videos }: Assets, { features: given }: Allowed): string {
  // For the controls of a video.
  const own: Allowed['features'] = videos ? { fullscreen: ['self'], 'picture-in-picture': ['self'] } : {}
  const names = new Set([...FEATURES.split(/\s+/), ...Object.keys(given)])
  const value = (name: string) =>
    [...new Set([...(own[name] ?? []), ...(given[name] ?? [])])]
      .map(origin => (origin === 'self' ? origin : `"${origin}"`))
      .join(' ')
  return [...names].map(name => `${name}=(${value(name)})`).join(', ')
}
