// Every header of the responses of tests/fixture/, spelled out.
import type { IncomingHttpHeaders } from 'node:http'
import { expect } from 'vitest'

/** Shown when a response has different headers. Browsers and search engines obey some that no page shows. */
export const HEADERS_CHANGED =
  'a header was added, removed or changed. If you meant to, update tests/support/sent-headers.ts, or the route in this test'

/** The security headers of a script, a font or a picture. */
export const subresource = {
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
}

/** The security headers of every document. 'sha256' stands for the hashes of the inline styles and scripts. One page uses <TrustedHtml>. */
export const strictest = {
  ...subresource,
  'content-security-policy':
    "default-src 'none';script-src 'self' 'sha256';style-src 'sha256';img-src 'self';font-src 'self';" +
    "connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none';" +
    "require-trusted-types-for 'script';trusted-types trusted-html",
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), clipboard-read=(), display-capture=(), ' +
    'encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), ' +
    'keyboard-map=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), otp-credentials=(), payment=(), ' +
    'picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), sync-xhr=(), usb=(), ' +
    'xr-spatial-tracking=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

/** As changed by the site's policy: tests/fixture/server/site/policy.ts allows a form, a map, a video and computed styles. */
export const ofDocument = {
  ...strictest,
  'content-security-policy': `${strictest['content-security-policy']
    .replace("connect-src 'self'", "connect-src 'self' https://karte.example")
    .replace("form-action 'none'", "form-action 'self'")};media-src 'self';style-src-attr 'unsafe-inline'`,
  'permissions-policy': strictest['permissions-policy'].replace(
    /\b(fullscreen|geolocation|picture-in-picture)=\(\)/g,
    '$1=(self)',
  ),
}

export const html = { 'content-type': 'text/html; charset=utf-8' }
export const json = { 'content-type': 'application/json; charset=utf-8' }

export const revalidate = { 'cache-control': 'no-cache' }
export const noStore = { 'cache-control': 'no-store' }

/** A body whose length is known. */
export const known = { 'content-length': expect.stringMatching(/^\d+$/) }
/** A body with a strong ETag, which supports ranges. */
export const cached = { ...known, etag: expect.stringMatching(/^"[\w-]{16}"$/), 'accept-ranges': 'bytes' }
/** A body generated for this request. */
export const made = { ...known, etag: expect.stringMatching(/^W\/"[^"]+"$/) }
export const compressible = { vary: 'Accept-Encoding' }

/** A page that is the same for every request. */
export const cachedPage = { ...ofDocument, ...html, ...revalidate, ...cached, ...compressible }

/** Every response has these, with different values each time. */
export const ofEach = {
  connection: 'close', // `request` opens a connection for each request.
  date: expect.stringMatching(/ GMT$/),
  'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
}

/** A policy without its hashes, which differ between builds. */
export const withoutHashes = (policy: string) => policy.replace(/('sha256)-[^']+'( 'sha256-[^']+')*/g, "$1'")

/** The headers of a response, with its policy's hashes removed. */
export const sentIn = ({ 'content-security-policy': policy, ...others }: IncomingHttpHeaders) => ({
  ...others,
  ...(policy !== undefined && { 'content-security-policy': withoutHashes(String(policy)) }),
})
