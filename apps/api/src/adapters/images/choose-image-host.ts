import type { PictureEnv } from '#env.ts'
import {
  createBucketImageHost,
  createRemoteImageHost,
  createSandboxImageHost,
  type ImageHost,
  type PictureFiles,
} from '#platform/image-host.ts'
import { bucketPictureFiles, sandboxPictureFiles } from './picture-files.ts'
import type { S3Settings } from './s3-bucket.ts'

/** What the API needs to be an image host itself, on a bucket. */
export interface BucketImages {
  bucket: S3Settings
  /** The key that uploads carry; public by its nature, for the browser sends it. */
  key: string
  /** The address that pictures learn to be below, without a slash at its end. */
  publicUrl: string
}

/** The key of uploads to the API itself, when none is set: it is in every browser, and so no secret. */
const OWN_KEY = 'second-ring'

export function imageHostOf(env: PictureEnv): ImageHost {
  const { PUBLIC_URL: publicUrl, S3_PUBLIC_URL: picturesUrl } = env
  if (bucketOf(env)) return createBucketImageHost({ publicUrl, picturesUrl })
  return env.IMAGE_HOST_BASE_URL ? createRemoteImageHost(env.IMAGE_HOST_BASE_URL) : createSandboxImageHost(publicUrl)
}

/** Where browsers load pictures from beside the site itself; null when from nowhere else. */
export function imageOriginOf(env: PictureEnv): string | null {
  const url = bucketOf(env) ? env.S3_PUBLIC_URL : env.IMAGE_HOST_BASE_URL
  return url === undefined ? null : new URL(url).origin
}

/** Where browsers send pictures. */
export function uploadUrlOf(env: PictureEnv): string {
  return `${env.IMAGE_HOST_URL ?? '/1/upload'}?key=${encodeURIComponent(env.IMAGE_HOST_KEY ?? OWN_KEY)}`
}

/** What makes the API the image host; null when something else is. */
export function bucketImagesOf(env: PictureEnv): BucketImages | null {
  const bucket = bucketOf(env)
  const publicUrl = (env.S3_PUBLIC_URL ?? new URL(env.PUBLIC_URL).origin).replace(/\/+$/, '')
  return bucket && { bucket, key: env.IMAGE_HOST_KEY ?? OWN_KEY, publicUrl }
}

/** The store that is configured; null without one. */
export function bucketOf(
  env: Pick<
    PictureEnv,
    'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_FORCE_PATH_STYLE'
  >,
): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return null
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle: env.S3_FORCE_PATH_STYLE }
}

/** How files of pictures are deleted; null at a remote image host, whose they are. */
export function pictureFilesOf(env: PictureEnv & { SANDBOX_IMAGE_HOST_URL?: string | undefined }): PictureFiles | null {
  const bucket = bucketOf(env)
  // The store's SDK is loaded only then.
  if (bucket) {
    return bucketPictureFiles(async () => {
      const [{ createS3Bucket }, { createS3PictureStore }] = await Promise.all([
        import('./s3-bucket.ts'),
        import('./s3-picture-store.ts'),
      ])
      return createS3PictureStore(createS3Bucket(bucket))
    })
  }
  return env.IMAGE_HOST_BASE_URL || !env.SANDBOX_IMAGE_HOST_URL ? null : sandboxPictureFiles(env.SANDBOX_IMAGE_HOST_URL)
}
