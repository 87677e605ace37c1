import { DomainError } from '@second-ring/contracts/errors'
import type { Picture } from '@second-ring/contracts/listings/picture'

/** Where pictures are stored. The database holds references; clients get URLs. */
export interface ImageHost {
  /**
   * The reference to store for a URL that the host gave to an uploader.
   * @throws DomainError INVALID_INPUT when the URL is not one of the host's
   */
  referenceOf(url: string): string
  /**
   * The URLs of a stored reference.
   * @param thumbhash of its upload (`thumbhash.ts`): with one, its AVIF renditions are there
   */
  pictureOf(reference: string, thumbhash: string | null): Picture
  /** The absolute URL of a picture, for clients that are not on the site. */
  addressOf(picture: Picture): string
  /** Whether each upload passes through the product, so that it knows them all; at a remote host it sees none. */
  seesUploads: boolean
}

/** The files of uploaded pictures, where the product may read and delete them. */
export interface PictureFiles {
  /** Reads a picture in its largest size; null when it is not there. */
  read(reference: string): Promise<Uint8Array | null>
  /** Makes the AVIF renditions of a picture. Returns its thumbhash; null when it is not there, or cannot be read. */
  renderAvif(reference: string): Promise<string | null>
  /** Deletes a picture with its renditions; one that is not there is no error. */
  remove(reference: string): Promise<void>
}

/** Renditions that are made of each picture, in pixels. */
const RENDITION_WIDTHS = [320, 640, 1280]
const OWN_IMAGE = /^\/images\/[0-9a-f]{32}\.webp$/

interface BucketAddresses {
  publicUrl: string
  /** The base URL of the pictures for browsers, when it is not the site's own. */
  picturesUrl?: string | undefined
}

/** The sandbox's image host, on the site's own origin. A reference is a path, so that it outlives a change of port. */
export function createSandboxImageHost(publicUrl: string): ImageHost {
  return createBucketImageHost({ publicUrl })
}

/**
 * Pictures that are stored in a bucket, and served on the site's own origin or where browsers read the bucket itself. A
 * reference is the same path as in the sandbox, so that pictures may move without a change of rows.
 */
export function createBucketImageHost({ publicUrl, picturesUrl }: BucketAddresses): ImageHost {
  const { origin } = new URL(publicUrl)
  const base = picturesUrl?.replace(/\/+$/, '') ?? ''
  return {
    referenceOf(url) {
      const before = [origin, base].find(prefix => prefix !== '' && url.startsWith(`${prefix}/`)) ?? ''
      const path = url.slice(before.length)
      return OWN_IMAGE.test(path) ? path : refuse()
    },
    pictureOf(reference, thumbhash) {
      // What a remote host gave before the pictures moved.
      if (!OWN_IMAGE.test(reference)) return { url: reference }
      const stem = `${base}${reference.slice(0, -'.webp'.length)}`
      const renditions = (type: 'webp' | 'avif') => RENDITION_WIDTHS.map(w => `${stem}-${w}.${type} ${w}w`).join(', ')
      return {
        url: `${stem}.webp`,
        srcSet: renditions('webp'),
        ...(thumbhash !== null && { avifSrcSet: renditions('avif'), thumbhash }),
      }
    },
    // The pictures of removed users are gone.
    addressOf: ({ url }) => (url === '' ? '' : new URL(url, origin).href),
    seesUploads: true,
  }
}

/** A real image host: its pictures are served below `baseUrl`, and a reference is the URL itself. */
export function createRemoteImageHost(baseUrl: string): ImageHost {
  const base = new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`)
  return {
    referenceOf(url) {
      const parsed = URL.parse(url)
      const isHosts = parsed?.origin === base.origin && parsed.pathname.startsWith(base.pathname)
      return isHosts && !parsed.username && !parsed.password ? parsed.href : refuse()
    },
    pictureOf: reference => ({ url: reference }),
    addressOf: ({ url }) => url,
    seesUploads: false,
  }
}

/** Whether a picture is one of the product's own host, by its reference. */
export function isOwnReference(reference: string): boolean {
  return OWN_IMAGE.test(reference)
}

/** The reference of a picture that the product's own host has given this name. */
export function ownReference(name: string): string {
  return `/images/${name}.webp`
}

function refuse(): never {
  throw new DomainError('INVALID_INPUT', 'Upload the picture first; this is not an address of the image host.')
}
