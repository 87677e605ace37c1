import drawing from './hero-drawing.svg'

/** Two phones, front and back, before the two linked rings. Used, not shown as an image, so that it has the theme's colours. */
export function HeroDrawing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 620 470" aria-hidden="true" className={className}>
      <use href={`${drawing}#drawing`} />
    </svg>
  )
}
