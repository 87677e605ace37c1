import { bucketOf } from '#adapters/images/choose-image-host.ts'
import type { AuditEnv } from '#env.ts'
import type { ReadableHeadPlace } from '#platform/audit-heads.ts'
import { type AuditKeys, createAuditKeys } from '#platform/audit-keys.ts'
import { createHeadBucket } from './head-bucket.ts'
import { createHeadFile } from './head-file.ts'

export function auditKeysOf({ AUDIT_KEY, AUDIT_KEY_PREVIOUS, AUDIT_UNSIGNED }: AuditEnv): AuditKeys {
  return createAuditKeys(AUDIT_KEY, AUDIT_KEY_PREVIOUS, AUDIT_UNSIGNED)
}

/** The places outside the database that have the audit's heads: a file, a bucket, both or none. */
export function headPlacesOf(env: AuditEnv): ReadableHeadPlace[] {
  const store = bucketOf(env)
  const bucket = env.AUDIT_HEADS_BUCKET ?? store?.bucket
  return [
    ...(env.AUDIT_HEADS_FILE ? [createHeadFile(env.AUDIT_HEADS_FILE)] : []),
    ...(store && bucket
      ? [
          createHeadBucket(bucket, async () => {
            // The store's SDK is loaded only then.
            const { createS3Bucket } = await import('#adapters/images/s3-bucket.ts')
            return createS3Bucket({ ...store, bucket })
          }),
        ]
      : []),
  ]
}
