import { probeFirebase } from '#adapters/firebase/firebase-identity.ts'
import { bucketImagesOf } from '#adapters/images/choose-image-host.ts'
import { createS3Bucket } from '#adapters/images/s3-bucket.ts'
import { probeStripe } from '#adapters/stripe/stripe-ledger.ts'
import { type Env, serviceAccountOf } from '#env.ts'
import { type Finding, findingOf, good } from './finding.ts'

const FETCH_TIMEOUT_MS = 10_000

/** Checks the providers of card payments, sign-in and pictures, each by a harmless call with the server's own keys. */
export function checkProviders(env: Env): Promise<Finding[]> {
  return Promise.all([
    findingOf(() => checkCardPayments(env), {
      what: 'The card payments do not answer',
      advice: 'Check STRIPE_SECRET_KEY; it has to be allowed to read charges.',
    }),
    findingOf(() => checkSignIn(env), {
      what: 'The sign-in provider does not answer, so that nobody can sign in',
      advice: 'Check FIREBASE_PROJECT_ID and FIREBASE_SERVICE_ACCOUNT.',
    }),
    findingOf(() => checkPictures(env), {
      what: 'The place for pictures does not answer',
      advice: 'Check S3_… or IMAGE_HOST_URL.',
    }),
  ])
}

async function checkCardPayments({ STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl }: Env): Promise<Finding> {
  const { version } = await probeStripe({ secretKey, ...(apiUrl && { apiUrl }) })
  return good(`The card payments take the key, by their API of ${version}`)
}

async function checkSignIn(env: Env): Promise<Finding> {
  await probeFirebase({ projectId: env.FIREBASE_PROJECT_ID, serviceAccount: serviceAccountOf(env) })
  return good(`The sign-in provider knows the project ${env.FIREBASE_PROJECT_ID}`)
}

async function checkPictures(env: Env): Promise<Finding> {
  const images = bucketImagesOf(env)
  if (images) {
    await createS3Bucket(images.bucket).sizeOf('images/doctor.webp')
    return good(`The bucket ${images.bucket.bucket} answers`)
  }
  // Any answer to an upload without a picture shows that the host is there.
  const url = env.IMAGE_HOST_URL ?? env.SANDBOX_IMAGE_HOST_URL ?? ''
  await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  return good(`The image host answers at ${new URL(url).origin}`)
}
