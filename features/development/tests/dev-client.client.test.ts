// @vitest-environment node
// The client of npm run dev: it reloads the page after an edit, swaps the stylesheet, and shows problems in an overlay.
import { fireEvent } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import '../../../tests/support/own-window.ts'

class Events extends EventTarget {
  url: string
  constructor(url: string) {
    super()
    this.url = url
    events = this
  }
}
let events: Events
/** Sends an event to the page, as the development server does. */
const send = (type: string, data?: unknown) =>
  events.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data) }))

const page = {
  origin: 'http://localhost:3000',
  pathname: '/about',
  href: 'http://localhost:3000/about?a=b',
  reload: vi.fn(),
}

/** Removes the listeners of one test's script: the next test loads the script again, as a page does. */
let listening: AbortController
const listenAlways = window.addEventListener.bind(window)

beforeEach(async () => {
  page.reload.mockReset()
  listening = new AbortController()
  const listen = (type: string, listener: EventListener) =>
    listenAlways(type, listener, { signal: listening.signal })
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('EventSource', Events)
  vi.stubGlobal('BUILD_ID', 'this-build')
  vi.stubGlobal('ROOT', '/home/me/my%20site')
  vi.stubGlobal('location', page)
  vi.resetModules()
  await import('../client/dev-client.ts')
})
afterEach(() => {
  listening.abort()
  overlay()?.remove()
})

/** Reports a violation, as a browser does. */
function report(
  effectiveDirective: string,
  blockedURI: string,
  more: { sample?: string; sourceFile?: string; originalPolicy?: string } = {},
) {
  const details = { effectiveDirective, blockedURI, sample: '', sourceFile: '', originalPolicy: '', ...more }
  document.body.dispatchEvent(Object.assign(new Event('securitypolicyviolation', { bubbles: true }), details))
}
const overlay = () => document.querySelector<HTMLElement>('dev-problem')
const shown = () => overlay()?.textContent ?? ''
const links = () =>
  Array.from(overlay()?.querySelectorAll('a') ?? [], ({ textContent, href }) => [textContent, href])
const lines = () =>
  shown()
    .split('\n')
    .filter(line => line.startsWith("  '"))

test('a page tells the server which build it shows', () => {
  expect(events.url).toBe('/dev/events?this-build')
})

const hydrate = () => {
  document.documentElement.dataset.hydrated = ''
  onTestFinished(() => {
    delete document.documentElement.dataset.hydrated
  })
}

describe('an edit', () => {
  test('of a file that every document depends on reloads the page, which then logs why', async () => {
    const info = vi.spyOn(console, 'info').mockReturnValue()
    send('reload', 'server/site/policy.ts')
    expect({ reloads: page.reload.mock.calls.length, said: info.mock.calls }).toEqual({
      reloads: 1,
      said: [],
    })
    for (let times = 0; times < 2; times++) {
      vi.resetModules()
      await import('../client/dev-client.ts')
    }
    expect(info.mock.calls).toEqual([['The page was reloaded: server/site/policy.ts']])
  })

  test('of code keeps a hydrated page, and has the server render it', () => {
    hydrate()
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    send('built', { isCodeEdited: true })
    expect({ reloads: page.reload.mock.calls, fetched: fetched.mock.calls }).toEqual({
      reloads: [],
      fetched: [[page.href, { method: 'HEAD' }]],
    })
  })

  test('of code reloads a page that isn’t hydrated and so has no state', () => {
    send('built', { isCodeEdited: true })
    expect(page.reload).toHaveBeenCalledOnce()
  })

  test('of any kind reloads the placeholder of a page that the server couldn’t render', () => {
    document.body.replaceChildren()
    send('built', { isCodeEdited: false })
    expect(page.reload).toHaveBeenCalledOnce()
  })

  test('of a stylesheet alone has the server render nothing', () => {
    hydrate()
    const reacted = vi.fn()
    vi.stubGlobal('fetch', reacted)
    addEventListener('dev:program', reacted)
    send('built', { isCodeEdited: false })
    expect(reacted).not.toHaveBeenCalled()
  })

  test('that leaves the code as it is doesn’t reload a page without a script', () => {
    document.body.innerHTML = '<main></main>'
    send('built', { isCodeEdited: false })
    expect(page.reload).not.toHaveBeenCalled()
  })
})

test('a page reloads when the restarted server is back, because Vite doesn’t know the page', () => {
  events.dispatchEvent(new Event('open'))
  expect(page.reload).not.toHaveBeenCalled()
  events.dispatchEvent(new Event('open'))
  expect(page.reload).toHaveBeenCalledOnce()
})

test('an edited stylesheet replaces the previous one without a reload', async () => {
  document.head.innerHTML = '<style>a { top: 0 }</style><style>b { top: 0 }</style>'
  send('style', 'a { top: 5px }')
  await vi.waitFor(() => expect(document.adoptedStyleSheets).toHaveLength(1))
  send('style', 'a { top: 7px }')
  await vi.waitFor(() =>
    expect({
      adopted: document.adoptedStyleSheets.flatMap(sheet => Array.from(sheet.cssRules, rule => rule.cssText)),
      disabled: Array.from(document.querySelectorAll('style'), ({ sheet }) => sheet?.disabled),
      reloads: page.reload.mock.calls.length,
    }).toEqual({ adopted: ['a { top: 7px; }'], disabled: [true, true], reloads: 0 }),
  )
})

describe('the overlay', () => {
  test('shows the problem of an edit, and how to close it', () => {
    send('problem', { text: 'shared/document.tsx:3: <Document> has no end' })
    expect(shown()).toBe(
      'shared/document.tsx:3: <Document> has no end\n\nThe next good edit closes this, and so does Escape.',
    )
  })

  test.each([
    { which: 'this page', path: '/about', text: 'It throws.' },
    { which: 'another page', path: '/team', text: '' },
  ])('shows the problem of a page only on that page: on $which', ({ path, text }) => {
    send('problem', { text: 'It throws.', path })
    expect(shown().split('\n')[0]).toBe(text)
  })

  test('shows a problem before the page has a body', () => {
    const { body } = document
    body.remove()
    onTestFinished(() => document.documentElement.append(body))
    send('problem', { text: 'A problem' })
    expect(shown()).toMatch(/^A problem\n/)
  })

  test('shows only the last problem of the build', () => {
    send('problem', { text: 'The first' })
    send('problem', { text: 'The second' })
    expect(shown()).toMatch(/^The second\n\nThe next good edit/)
    expect(document.querySelectorAll('dev-problem')).toHaveLength(1)
  })

  test.each([
    { text: 'shared/document.tsx:3:14: ERROR', place: 'shared/document.tsx:3:14' },
    { text: 'shared/site/company.ts:7: no such word', place: 'shared/site/company.ts:7' },
    { text: '    at Page (shared/site/pages/about.tsx:3:1)', place: 'shared/site/pages/about.tsx:3:1' },
    { text: '    at client/hydrate.tsx:3:1', place: 'client/hydrate.tsx:3:1' },
  ])('links a place in the project to the editor: $text', ({ text, place }) => {
    send('problem', { text })
    expect(links()).toEqual([[place, `vscode://file/home/me/my%20site/${place}`]])
    expect(shown().split('\n')[0]).toBe(text)
  })

  test.each([
    'shared/document.tsx is missing',
    '    at render (node_modules/react-dom/server.js:3:1)',
    '    at load (node_modules/a/shared/a.js:3:1)',
  ])('links nothing else: %s', text => {
    send('problem', { text })
    expect(links()).toEqual([])
    expect(shown().split('\n')[0]).toBe(text)
  })

  test('keeps showing a script’s error after the build is fixed, until Vite refreshes the page', () => {
    dispatchEvent(new ErrorEvent('error', { error: new Error('thrown') }))
    send('problem', { text: 'A problem' })
    expect(shown()).toMatch(/^A problem\n\nError: thrown\n/)
    send('built', { isCodeEdited: false })
    expect(shown()).toMatch(/^Error: thrown\n/)
    dispatchEvent(new Event('dev:update'))
    expect(overlay()).toBeNull()
  })

  test('shows an error of a script', () => {
    dispatchEvent(new ErrorEvent('error', { error: new TypeError('x is not a function') }))
    expect(shown()).toMatch(/^TypeError: x is not a function\n\nThe console has the place in the source\.\n/)
  })

  test('shows the source lines of an error in a script, which the server looks up', async () => {
    const file = 'shared/site/ui/chart.tsx'
    const message = `Error: thrown\n\n  > 7 | throw it\n\n    at f (${file}:7:1)`
    const fetched = vi.fn(async () => new Response(message))
    vi.stubGlobal('fetch', fetched)
    const error = new Error('thrown')
    error.stack = `Error: thrown\n    at f (http://localhost:3000/dev/${file}?t=1:9:7)`
    dispatchEvent(new ErrorEvent('error', { error }))
    await expect.poll(shown).toContain(message)
    expect(fetched).toHaveBeenCalledExactlyOnceWith('/dev/errors', { method: 'POST', body: error.stack })
  })

  test('sends a Firefox stack to the server in Chromium’s format', () => {
    const fetched = vi.fn(async () => new Response(''))
    vi.stubGlobal('fetch', fetched)
    const at = 'http://localhost:3000/dev/shared/site/ui/chart.tsx'
    const error = new Error('thrown')
    error.stack = `draw@${at}:9:7\n@${at}:12:1\n`
    dispatchEvent(new ErrorEvent('error', { error }))
    const body = `Error: thrown\n    at draw (${at}:9:7)\n    at  (${at}:12:1)\n`
    expect(fetched).toHaveBeenCalledExactlyOnceWith('/dev/errors', { method: 'POST', body })
  })

  test('ignores an error event without an error, such as ResizeObserver’s', () => {
    dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop limit exceeded' }))
    expect(overlay()).toBeNull()
  })

  test('shows an unhandled rejection', () => {
    const reason = new Error('no such endpoint')
    dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
    expect(shown()).toMatch(/^Error: no such endpoint\n/)
  })

  test('closes on Escape, and on no other key', () => {
    send('problem', { text: 'A problem' })
    fireEvent.keyDown(window, { key: 'a' })
    expect(overlay()).not.toBeNull()
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(overlay()).toBeNull()
  })
})

describe('a violation of the policy', () => {
  test('is shown with the file to edit, and a pointer to the console for its source', () => {
    report('style-src-attr', 'inline')
    expect(shown()).toMatch(
      /^The policy of this page blocked something: see the console for the place\. If the page needs it, add to sources in server\/site\/policy\.ts:\n\n {2}'style-src-attr'/,
    )
  })

  test.each([
    { directive: 'style-src-attr', blocked: 'inline', line: `'style-src-attr': ["'unsafe-inline'"],` },
    { directive: 'script-src', blocked: 'eval', line: `'script-src': ["'unsafe-eval'"],` },
    { directive: 'script-src', blocked: 'wasm-eval', line: `'script-src': ["'wasm-unsafe-eval'"],` },
    { directive: 'img-src', blocked: 'https://a.example/1.png', line: `'img-src': ['https://a.example'],` },
    { directive: 'worker-src', blocked: 'blob', line: `'worker-src': ['blob:'],` },
    { directive: 'media-src', blocked: 'data:video/mp4', line: `'media-src': ['data:'],` },
    { directive: 'form-action', blocked: `${page.origin}/api/enquiry`, line: `'form-action': ["'self'"],` },
  ])('of $directive by $blocked is allowed by the line $line', ({ directive, blocked, line }) => {
    report(directive, blocked)
    expect(lines()).toEqual([`  ${line}`])
  })

  test('of trusted-types is allowed by a line with the name of the policy', () => {
    report('trusted-types', 'trusted-types-policy', { sample: 'charts|' })
    expect(lines()).toEqual([`  'trusted-types': ['charts'],`])
  })

  test('of require-trusted-types-for is allowed by the line that removes the directive', () => {
    report('require-trusted-types-for', 'trusted-types-sink', { sample: 'Element innerHTML|<b>' })
    expect(lines()).toEqual([`  'require-trusted-types-for': false,`])
  })

  test.each([
    { what: 'script-src alone', originalPolicy: "script-src 'self'", directive: 'script-src' },
    {
      what: 'script-src-elem, too',
      originalPolicy: "script-src 'self'; script-src-elem 'self'",
      directive: 'script-src-elem',
    },
  ])(
    'by a script is allowed in the most specific directive of a policy with $what',
    ({ originalPolicy, directive }) => {
      report('script-src-elem', 'https://a.example/1.js', { originalPolicy })
      expect(lines()).toEqual([`  '${directive}': ['https://a.example'],`])
    },
  )

  test('by an inline script is allowed by its hash, not by unsafe-inline', () => {
    report('script-src-elem', 'inline', { originalPolicy: "script-src 'self'" })
    expect(lines()).toEqual([`  'script-src': ["'sha256-…'"],`])
  })

  test('of one directive by two origins is allowed by one line', () => {
    report('img-src', 'https://a.example/1.png')
    report('img-src', 'https://b.example/2.png')
    expect(lines()).toEqual([`  'img-src': ['https://a.example', 'https://b.example'],`])
  })

  test('by the same origin twice lists the origin once', () => {
    report('img-src', 'https://a.example/1.png')
    report('img-src', 'https://a.example/2.png')
    expect(lines()).toEqual([`  'img-src': ['https://a.example'],`])
  })

  test('of several directives is allowed by a line each, in the order of the reports', () => {
    report('worker-src', 'blob')
    report('img-src', 'https://a.example/1.png')
    expect(lines()).toEqual([`  'worker-src': ['blob:'],`, `  'img-src': ['https://a.example'],`])
  })
})

test.each([
  { what: 'an inline script', blocked: 'inline', sourceFile: 'moz-extension://1' },
  { what: 'a file', blocked: 'safari-web-extension://1/a.woff2', sourceFile: '' },
])('a violation by a browser extension is ignored: $what', ({ blocked, sourceFile }) => {
  report('script-src', blocked, { sourceFile })
  expect(overlay()).toBeNull()
})
