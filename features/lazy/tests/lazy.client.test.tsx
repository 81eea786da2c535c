// A part whose script can't be fetched, or that has a mistake. visit.browser.test.ts has the scripts of a page.
import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, type ComponentType, type ReactNode, Suspense } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { lazy } from '../client/lazy.ts'

afterEach(cleanup)

class Boundary extends Component<{ children: ReactNode }> {
  override state = { error: undefined }
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override render = () => (this.state.error ? <p>{String(this.state.error)}</p> : this.props.children)
}

type Load = () => Promise<{ default: ComponentType }>

/** Shows a part, and waits until it has been loaded, or until it has failed twice. */
async function show(load: Load) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const Part = lazy(load)
  render(
    <Boundary>
      <Suspense fallback={<p>A moment …</p>}>
        <Part />
      </Suspense>
    </Boundary>,
  )
  await act(() => vi.runAllTimersAsync())
}

test('a part that can’t be fetched is loaded twice, and then at each click, until it comes', async () => {
  const offline = new TypeError('error loading dynamically imported module')
  const load = vi.fn<Load>(async () => ({ default: () => <p>It came later</p> }))
  for (let attempt = 1; attempt <= 3; attempt++) load.mockRejectedValueOnce(offline)
  await show(load)
  for (const attempts of [2, 3]) {
    expect(load).toHaveBeenCalledTimes(attempts)
    screen.getByText('A moment …')
    await act(async () => document.body.click())
  }
  screen.getByText('It came later')
})

test('a mistake in a part reaches the error boundary at once', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const load = vi.fn<Load>().mockRejectedValue(new Error('a mistake'))
  await show(load)
  screen.getByText('Error: a mistake')
  expect(load).toHaveBeenCalledOnce()
})
