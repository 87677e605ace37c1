import type { Picture as Image } from '@second-ring/contracts/listings/picture'
import { cx } from 'class-variance-authority'
import { Maximize2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Picture } from '#ui/picture.tsx'

const FullSizePicture = lazyPart(() => import('./full-size-picture.tsx'))

// As wide as the page inside its margins, and a half of it beside the facts.
const largeSizes =
  '(min-width: 80rem) 39rem, (min-width: 64rem) calc(52.4vw - 2.9rem), (min-width: 40rem) calc(100vw - 3rem), calc(100vw - 2rem)'

/** The pictures of a phone: one large, the others small below it, and each as large as the screen on demand. */
export function PictureGallery({ images, name }: { images: readonly Image[]; name: string }) {
  const [chosen, setChosen] = useState(0)
  const [isFull, setIsFull] = useState(false)
  const image = images[chosen] ?? images[0]
  if (!image) return <Picture image={{ url: '' }} alt={name} sizes={largeSizes} className="rounded-card" />
  const count = images.length

  /** The arrow keys go through the pictures, in full size too; from the last on to the first. */
  function onArrow(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || count < 2) return
    event.preventDefault()
    setChosen(before => (before + step + count) % count)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div role="group" aria-label="Pictures" onKeyDown={onArrow}>
      <button
        type="button"
        onClick={() => setIsFull(true)}
        aria-label={`${describePicture(name, chosen, count)}. Show in full size`}
        className="group relative block w-full overflow-hidden rounded-card border border-line"
      >
        <Picture image={image} alt="" sizes={largeSizes} eager />
        <span
          aria-hidden="true"
          className="absolute right-3 bottom-3 grid size-10 place-items-center rounded-full bg-surface/90 text-ink opacity-80 group-hover:opacity-100"
        >
          <Maximize2 className="size-4.5" />
        </span>
      </button>
      {count > 1 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {images.map((small, index) => (
            <li key={small.url}>
              <button
                type="button"
                aria-label={describePicture(name, index, count)}
                aria-current={index === chosen}
                onClick={() => setChosen(index)}
                className={cx(
                  'block size-16 overflow-hidden rounded-xl border-2 sm:size-20',
                  index === chosen ? 'border-accent' : 'border-transparent opacity-80 hover:opacity-100',
                )}
              >
                <Picture image={small} alt="" sizes="(min-width: 40rem) 5rem, 4rem" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isFull && (
        <FullSizePicture
          image={image}
          label={describePicture(name, chosen, count)}
          onStep={count > 1 ? step => setChosen((chosen + step + count) % count) : undefined}
          onClose={() => setIsFull(false)}
        />
      )}
    </div>
  )
}

function describePicture(name: string, index: number, count: number): string {
  return count > 1 ? `${name}, picture ${index + 1} of ${count}` : name
}
