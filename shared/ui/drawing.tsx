import type { ReactNode } from 'react'
import systems from '../drawings/home.tsx'

/** Starts the animation of the hero's drawing once most of it is visible. */
function animateWhenSeen(drawing: SVGSVGElement) {
  const start: IntersectionObserverCallback = ([entry]) =>
    entry?.isIntersecting && drawing.classList.add('seen')
  const observer = new IntersectionObserver(start, { threshold: 0.7 })
  observer.observe(drawing)
  return () => observer.disconnect()
}

/** The drawing of the hero. Decorative: the text beside it says the same. */
export const Drawing = () => (
  <svg
    ref={animateWhenSeen}
    viewBox="-330 -200 660 400"
    width="330"
    preserveAspectRatio="xMidYMax slice"
    className="drawing"
    aria-hidden="true"
  >
    {systems}
  </svg>
)

/** The drawing of a card. The line crosses it at half its height, and continues in the next card. */
export const CardDrawing = ({ children }: { children: ReactNode }) => (
  <svg viewBox="-160 -80 320 160" width="320" className="drawing" aria-hidden="true">
    {children}
  </svg>
)

/** A page that moves along the line. */
export const fast = (
  <>
    <path className="line" d="M-600 0h1200" />
    <path d="M-60-30h-36M-60 30h-56M-60-15h-20M-60 15h-30" />
    <path className="surface" d="M-44-44H60v88H-44z" />
    <path className="solid" d="M-44-40H60" />
    <path d="M-28-18h72M-28-2h72M-28 14h72M-28 30h40" />
    <circle className="team" cx="100" r="9" />
  </>
)

/** The line is the shackle of a padlock, with data in its body. */
export const secure = (
  <>
    <path className="line" d="M-600 0h568v-28a32 32 0 0 1 64 0v28h568" />
    <path className="surface" d="M-48 0h96v72h-96z" />
    <path className="data" d="M-30 15h70M-30 30h70M-30 45h70M-30 60h70" />
    <circle className="team" cx="-100" r="9" />
  </>
)

/** In a window the line is a switch that is on. */
export const behaving = (
  <>
    <path
      className="line"
      d="M-600 0h556a26 26 0 0 1 26-26h36a26 26 0 0 1 0 52h-36a26 26 0 0 1-26-26M44 0h556"
    />
    <path d="M-84-56H84v112H-84z" />
    <path className="solid" d="M-84-52H84" />
    <circle className="team" cx="18" r="16" />
  </>
)
