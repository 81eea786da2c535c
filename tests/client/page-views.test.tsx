// @vitest-environment node: visit() opens a window of its own.
// When the site's script in the browser is called, of which pages it is told, and what an error in it does. browser/page-views has the example of docs/recipes/analytics.md.
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as allPages from '../../client/all-pages.ts'
import type { Visit } from '../support/hydrate.ts'
import { browser, follow, headAt, origin, visit } from '../support/visit-page.ts'

/** Narrows itself to a query, by code. */
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

/** Opens /jobs, or what else of it is the address, and does something there. Notes each view with the title of that time. */
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

test('the first page is a view, once it is hydrated, at the address of the visitor', async () => {
  const { views } = await viewsOf(() => {}, '/jobs?from=mail#top')
  expect(views).toEqual(['/jobs?from=mail: A title'])
})

test('each page of a click, and of Back and Forward, is a view when it is there with its title', async () => {
  const { views } = await viewsOf(async () => {
    follow('/team')
    await shows('/team')
    history.back()
    await shows('anywhere')
    history.forward()
    await shows('/team')
  })
  expect(views).toEqual(['/jobs: A title', '/team: At /team', '/jobs: At /jobs', '/team: At /team'])
})

test('another query is a view, also by code, and another fragment is none', async () => {
  const { views } = await viewsOf(async ({ settled }) => {
    document.querySelector<HTMLElement>('main button')?.click()
    await shows('Bonn')
    follow('/jobs?place=Bonn#top')
    await settled()
  })
  expect(views).toEqual(['/jobs: A title', '/jobs?place=Bonn: At /jobs'])
})

test('a page that becomes a document counts there, and not here', async () => {
  const { views, requested } = await viewsOf(async ({ requested }) => {
    vi.mocked(allPages.loadPage).mockRejectedValue(new Error('its loader has redirected'))
    follow('/team')
    await vi.waitFor(() => expect(requested).not.toEqual([]))
  })
  expect({ views, requested }).toEqual({ views: ['/jobs: A title'], requested: [`${origin}/team`] })
})

test('a document that the browser has kept for Back is a view, and one that it shows as it loads is not another', async () => {
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

describe('an error of the site’s script leaves the page as it is, and is reported once, where', () => {
  const fail = () => {
    throw new Error('no counter')
  }
  const reject = async () => fail()
  const failed = { heard: [expect.stringContaining('no counter')], hasLayout: true }

  test.each([
    { what: 'throws', act: fail },
    { what: 'gives a promise that rejects', act: reject },
  ])('afterHydration $what, which is called once', async ({ act }) => {
    afterHydration.mockImplementation(act)
    const page = await viewsOf(({ settled }) => settled())
    expect(page).toMatchObject({ ...failed, main: page.sent, views: ['/jobs: A title'] })
    expect(afterHydration).toHaveBeenCalledOnce()
  })

  test.each([
    { what: 'throws', act: fail },
    { what: 'gives a promise that rejects', act: reject },
  ])('onPageView $what', async ({ act }) => {
    const page = await viewsOf(async () => {
      onPageView.mockImplementation(act)
      follow('/team')
      await shows('/team')
    })
    expect(page).toMatchObject({ ...failed, main: '<p>/team</p>' })
  })
})

// In an effect React would answer with a warning, and would not do it.
test('the site’s script is called outside of React: what it does to the page is there at once', async () => {
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
  const { heard } = await visit({ component: Switch })
  expect({ heard, shown }).toEqual({ heard: [], shown: 'on' })
})
