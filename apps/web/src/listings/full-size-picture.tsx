import type { Picture } from '@second-ring/contracts/listings/picture'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { overlayClass } from '#ui/dialog-classes.ts'
import { useReturnFocus } from '#ui/use-return-focus.ts'

interface FullSizePictureProps {
  image: Picture
  label: string
  /** Goes to the next picture (1) or to the one before (-1); undefined when there is only one. */
  onStep: ((step: 1 | -1) => void) | undefined
  onClose: () => void
}

const round = 'grid size-12 place-items-center rounded-full bg-surface text-ink shadow-card hover:bg-sunken'

const steps = [
  { step: -1, label: 'Previous picture', icon: ChevronLeft, side: 'left-4' },
  { step: 1, label: 'Next picture', icon: ChevronRight, side: 'right-4' },
] as const

/** A picture as large as the screen. */
export default function FullSizePicture({ image, label, onStep, onClose }: FullSizePictureProps) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed inset-0 z-50 grid animate-fade place-items-center p-3 sm:p-8"
        >
          <Dialog.Title className="sr-only" aria-live="polite">
            {label}
          </Dialog.Title>
          {/* A press beside the picture closes. */}
          <div aria-hidden="true" className="absolute inset-0" onClick={onClose} />
          <img
            src={image.url}
            alt={label}
            className="relative max-h-full max-w-full min-h-0 rounded-2xl bg-sunken object-contain sm:min-w-96"
          />
          <Dialog.Close aria-label="Close" className={`${round} absolute top-4 right-4`}>
            <X aria-hidden="true" className="size-5" />
          </Dialog.Close>
          {onStep &&
            steps.map(({ step, label: way, icon: Icon, side }) => (
              <button
                key={step}
                type="button"
                aria-label={way}
                onClick={() => onStep(step)}
                className={`${round} absolute ${side}`}
              >
                <Icon aria-hidden="true" className="size-6" />
              </button>
            ))}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
