import type { Picture as Image } from '@second-ring/contracts/listings/picture'
import { cx } from 'class-variance-authority'
import { useState } from 'react'
import { blurredPreview } from './blurred-preview.ts'

interface PictureProps {
  image: Image
  alt: string
  /** How wide the picture is shown, as in the `sizes` attribute. */
  sizes: string
  /** Loads at once instead of when it comes near the screen; for what is seen first. */
  eager?: boolean
  className?: string
}

/** A square picture, also within a button: a blurred preview shows while it loads, and a drawn placeholder if it cannot. */
export function Picture({ image, alt, sizes, eager = false, className }: PictureProps) {
  const [shown, setShown] = useState<string>()
  // By its address, so that a new picture in the place of a broken one is tried.
  const [failed, setFailed] = useState<string>()
  const [failedAvif, setFailedAvif] = useState<string>()
  const avifSrcSet = failedAvif === image.url ? undefined : image.avifSrcSet
  const fail = () => (avifSrcSet ? setFailedAvif : setFailed)(image.url)
  const isLoading = shown !== image.url
  return (
    <span className={cx('relative block aspect-square overflow-hidden bg-sunken', className)}>
      {!image.url || failed === image.url ? (
        <Placeholder alt={alt} />
      ) : (
        <picture className="contents">
          {avifSrcSet && <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />}
          <img
            // A picture from the cache, or of a rendered page, can be complete before React listens; or broken.
            ref={node => {
              if (node?.complete && node.naturalWidth > 0) setShown(image.url)
              else if (node?.complete && node.currentSrc) fail()
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
            onLoad={() => setShown(image.url)}
            onError={fail}
            style={
              isLoading && image.thumbhash ? { backgroundImage: `url(${blurredPreview(image.thumbhash)})` } : undefined
            }
            className={cx(
              'size-full bg-cover object-cover transition-[filter] duration-300',
              isLoading && 'blur-sm text-transparent noscript:text-inherit noscript:blur-none',
            )}
          />
        </picture>
      )}
    </span>
  )
}

/** A phone in outline, for a picture that is not there. */
function Placeholder({ alt }: { alt: string }) {
  return (
    <span className="block size-full" {...(alt && { role: 'img', 'aria-label': alt })}>
      <svg
        viewBox="0 0 64 64"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="size-full text-outline"
      >
        <rect x="22" y="14" width="20" height="36" rx="4.5" strokeWidth="1.5" fill="var(--surface)" />
        <path d="M29 45.5h6" strokeWidth="1.5" />
        <path d="M25.5 38l4.5-5.5 3.5 4 2-2.2 3 3.7" strokeWidth="1.2" />
        <circle cx="35.8" cy="26.5" r="2" strokeWidth="1.2" />
      </svg>
    </span>
  )
}
