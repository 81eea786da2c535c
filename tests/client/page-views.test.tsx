// @vitest-environment node: visit() opens its own window.
// When the site's browser script is called, for which pages, and what happens if it throws. browser/docs-code.test.ts
// follows a click, Back and Forward, with the code of docs/recipes/analytics.md.
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as allPages from '../../client/all-pages.ts'
import type { Visit } from '../support/hydrate.ts'
import { browser, follow, headAt, origin, visit } from '../support/visit-page.ts'

/** Sets its query from code. */
function Jobs() {
  const [search, setSearch] = useSearchParams()
  return (
    <button type="button" onClick={() => setSearch({ place: 'Bonn' }, { replace: true })}>
      {search.get('place') ?? 'anywhere'}
    </button>
  )
}

const { afterHydration, onPageView } = browser
afterEach(() => vi.resetAllMocks())

/** Opens /jobs, perhaps with a query, and does something there. Records each page view with the title at that time. */
async function viewsOf(act: (visit: Visit) => unknown, at = '/jobs') {
  vi.mocked(allPages.loadPage).mockImplementation(async ({ pathname: path }) => ({
    pattern: path,
    head: headAt(path, `At ${path}`),
    component: path === '/jobs' ? Jobs : () => <p>{path}</p>,
  }))
  const views: string[] = []
  onPageView.mockImplementation(
    ({ href }) => void views.push(`${href.replace(origin, '')}: ${document.title}`),
  )
  const page = await visit({ component: Jobs, pattern: '/jobs', path: '/jobs' }, { at, act })
  return { ...page, views }
}

const shows = (text: string) =>
  vi.waitFor(() => expect(document.querySelector('main')?.textContent).toBe(text))

test('the first page counts as a view with the visitor’s address', async () => {
  const { views } = await viewsOf(() => {}, '/jobs?from=mail#top')
  expect(views).toEqual(['/jobs?from=mail: A title'])
})

test('a new query counts as a view, even if code sets it, and a new fragment doesn’t', async () => {
  const { views } = await viewsOf(async ({ settled }) => {
    document.querySelector<HTMLElement>('main button')?.click()
    await shows('Bonn')
    follow('/jobs?place=Bonn#top')
    await settled()
  })
  expect(views).toEqual(['/jobs: A title', '/jobs?place=Bonn: At /jobs'])
})

test('a navigation that falls back to a document request isn’t counted', async () => {
  const { views, requested } = await viewsOf(async ({ requested }) => {
    vi.mocked(allPages.loadPage).mockRejectedValue(new Error('its loader has redirected'))
    follow('/team')
    await vi.waitFor(() => expect(requested).not.toEqual([]))
  })
  expect({ views, requested }).toEqual({ views: ['/jobs: A title'], requested: [`${origin}/team`] })
})

test('a page restored from the back/forward cache counts as a view, and a first pageshow doesn’t', async () => {
  const shown = (persisted: boolean) => dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))
  const { views } = await viewsOf(async ({ settled }) => {
    shown(false)
    follow('/team')
    await shows('/team')
    shown(true)
    await settled()
  })
  expect(views).toEqual(['/jobs: A title', '/team: At /team', '/team: At /team'])
})

describe('an error in the site’s script leaves the page unchanged, and is reported once, if', () => {
  const fail = () => {
    throw new Error('no counter')
  }
  const failed = { reported: [expect.stringContaining('no counter')], hasLayout: true }

  test('afterHydration throws (and it is called only once)', async () => {
    afterHydration.mockImplementation(fail)
    const page = await viewsOf(({ settled }) => settled())
    expect(page).toMatchObject({ ...failed, main: page.sent, views: ['/jobs: A title'] })
    expect(afterHydration).toHaveBeenCalledOnce()
  })

  test('onPageView returns a promise that rejects', async () => {
    const page = await viewsOf(async () => {
      onPageView.mockImplementation(async () => fail())
      follow('/team')
      await shows('/team')
    })
    expect(page).toMatchObject({ ...failed, main: '<p>/team</p>' })
  })
})

// In an effect, React would warn and not apply the update.
test('the site’s script runs outside React, so flushSync takes effect immediately', async () => {
  let switchOn = () => {}
  let shown: string | null | undefined
  const Switch = () => {
    const [isOn, setOn] = useState(false)
    switchOn = () => flushSync(() => setOn(true))
    return <p>{isOn ? 'on' : 'off'}</p>
  }
  afterHydration.mockImplementationOnce(() => {
    switchOn()
    shown = document.querySelector('main')?.textContent
  })
  const { reported } = await visit({ component: Switch })
  expect({ reported, shown }).toEqual({ reported: [], shown: 'on' })
})
