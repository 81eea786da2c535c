import type { ReactNode } from 'react'

/** Starts the animation of the hero's drawing once most of it is visible. */
function animateWhenSeen(drawing: SVGSVGElement) {
  const start: IntersectionObserverCallback = ([entry]) => {
    if (entry?.isIntersecting) drawing.classList.add('seen')
  }
  const observer = new IntersectionObserver(start, { threshold: 0.7 })
  observer.observe(drawing)
  return () => observer.disconnect()
}

/** The drawing of a hero, in a viewBox of 660 by 400 around 0,0. Decorative: the text beside it says the same. */
export const HeroDrawing = ({ children }: { children: ReactNode }) => (
  <svg
    ref={animateWhenSeen}
    viewBox="-330 -200 660 400"
    width="330"
    preserveAspectRatio="xMidYMax slice"
    className="r-drawing"
    aria-hidden="true"
  >
    {children}
  </svg>
)

/** The drawing of a card, in a viewBox of 320 by 160 around 0,0. The line crosses it at half its height, and continues in the next card. */
export const CardDrawing = ({ children }: { children: ReactNode }) => (
  <svg viewBox="-160 -80 320 160" width="320" className="r-drawing" aria-hidden="true">
    {children}
  </svg>
)
