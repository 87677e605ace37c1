import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { classNames } from './class-names.ts'

interface PictureProps {
  image: { url: string; srcSet?: string | undefined }
  alt: string
  /** How wide the picture is shown, as in the `sizes` attribute. */
  sizes: string
  /** Loads at once instead of when it comes near the screen; for what is seen first. */
  eager?: boolean
  className?: string
}

/** A square picture: its place is kept while it loads, and a drawn stand-in shows if it cannot. */
export function Picture({ image, alt, sizes, eager = false, className }: PictureProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  return (
    <div className={classNames('relative aspect-square overflow-hidden bg-sunken', className)}>
      {state === 'failed' ? (
        <div role="img" aria-label={alt} className="grid size-full place-items-center text-muted">
          <ImageOff aria-hidden="true" className="size-1/5 min-h-6 min-w-6" />
        </div>
      ) : (
        <img
          // A picture from the cache can be complete before React listens.
          ref={node => {
            if (node?.complete && node.naturalWidth > 0) setState('shown')
          }}
          src={image.url}
          srcSet={image.srcSet}
          sizes={sizes}
          alt={alt}
          width={640}
          height={640}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
          className={classNames(
            'size-full object-cover transition-[filter] duration-300',
            state === 'loading' && 'blur-sm text-transparent',
          )}
        />
      )}
    </div>
  )
}
