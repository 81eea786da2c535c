// @vitest-environment jsdom
// The drawing of a hero moves when most of it is seen.
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HeroDrawing } from './drawing.tsx'

afterEach(cleanup)

/** How much of what is observed is visible, in the window of a test: https://www.w3.org/TR/intersection-observer/ */
function stubWindow() {
  const observers = new Set<(ratio: number) => void>()
  class Observer {
    readonly show: (ratio: number) => void
    constructor(heard: (entries: { isIntersecting: boolean }[]) => void, { threshold = 0 } = {}) {
      this.show = ratio => heard([{ isIntersecting: ratio >= threshold }])
    }
    observe() {
      observers.add(this.show)
    }
    disconnect() {
      observers.delete(this.show)
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const show = (ratio: number) =>
    act(() => {
      for (const observer of observers) observer(ratio)
    })
  return { show, observers }
}

const isMoving = (container: HTMLElement) => container.querySelector('svg')?.classList.contains('seen')

test.each([
  { visible: 0, moves: false },
  { visible: 0.69, moves: false },
  { visible: 0.7, moves: true },
])('the drawing of a hero moves where $visible of it is visible: $moves', ({ visible, moves }) => {
  const { show } = stubWindow()
  const { container } = render(<HeroDrawing>{null}</HeroDrawing>)
  show(visible)
  expect({ moves: isMoving(container) }).toEqual({ moves })
})

test('the drawing of a hero goes on where the visitor scrolls away', () => {
  const { show } = stubWindow()
  const { container } = render(<HeroDrawing>{null}</HeroDrawing>)
  for (const visible of [1, 0]) show(visible)
  expect({ moves: isMoving(container) }).toEqual({ moves: true })
})

test('nothing watches the drawing of a page that the visitor has left', () => {
  const { observers } = stubWindow()
  render(<HeroDrawing>{null}</HeroDrawing>).unmount()
  expect(observers.size).toBe(0)
})
