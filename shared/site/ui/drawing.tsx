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

/** A hero's drawing. Its viewBox is 660 by 400, with 0,0 in the centre. It's decorative: the text next to it says the same. */
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

/**
 * A card's drawing. Its viewBox is 320 by 160, with 0,0 in the centre. The line crosses it at half its height and continues in
 * the next card.
 */
export const CardDrawing = ({ children }: { children: ReactNode }) => (
  <svg viewBox="-160 -80 320 160" width="320" className="r-drawing" aria-hidden="true">
    {children}
  </svg>
)
