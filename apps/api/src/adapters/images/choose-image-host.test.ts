import { describe, expect, it } from 'vitest'
import { readEnv } from '#env.ts'
import { bucketImagesOf, imageHostOf, imageOriginOf, uploadUrlOf } from './choose-image-host.ts'

const others = {
  PUBLIC_URL: 'https://shop.example/',
  DATABASE_URL: 'postgresql://localhost/second_ring',
  ACCESS_TOKEN_SECRET: 'x'.repeat(32),
  AUDIT_KEY: 'a'.repeat(32),
  FIREBASE_PROJECT_ID: 'p',
  FIREBASE_API_KEY: 'k',
  FIREBASE_AUTH_DOMAIN: 'd',
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_PUBLISHABLE_KEY: 'pk_test',
  STRIPE_WEBHOOK_SECRET: 'whsec',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec',
}
const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_REGION: 'eu-test-1',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const path = `/images/${'a'.repeat(32)}.webp`

function chosen(variables: Record<string, string>) {
  const env = readEnv({ ...others, ...variables })
  const bucket = bucketImagesOf(env)
  return {
    shows: imageHostOf(env).pictureOf(path, null).url,
    from: imageOriginOf(env),
    sendsTo: uploadUrlOf(env),
    tells: bucket?.publicUrl ?? null,
    takes: bucket?.key ?? null,
  }
}

describe('pictures', () => {
  it('are kept in a bucket, and served by the API', () => {
    expect(chosen(s3)).toEqual({
      shows: path,
      from: null,
      sendsTo: '/1/upload?key=second-ring',
      tells: 'https://shop.example',
      takes: 'second-ring',
    })
  })

  it('are kept in a bucket that browsers read', () => {
    expect(chosen({ ...s3, S3_PUBLIC_URL: 'https://cdn.example/market/', IMAGE_HOST_KEY: 'a key' })).toEqual({
      shows: `https://cdn.example/market${path}`,
      from: 'https://cdn.example',
      sendsTo: '/1/upload?key=a%20key',
      tells: 'https://cdn.example/market',
      takes: 'a key',
    })
  })

  it('are kept in a bucket also where the sandbox’s image host runs', () => {
    expect(chosen({ ...s3, SANDBOX_IMAGE_HOST_URL: 'http://127.0.0.1:3003' }).takes).toBe('second-ring')
  })

  it('are kept at an image host', () => {
    const host = { IMAGE_HOST_URL: 'https://up.example/1/upload', IMAGE_HOST_BASE_URL: 'https://i.example/x' }
    expect(chosen({ ...host, IMAGE_HOST_KEY: 'key' })).toEqual({
      shows: path,
      from: 'https://i.example',
      sendsTo: 'https://up.example/1/upload?key=key',
      tells: null,
      takes: null,
    })
  })

  it('are kept at the sandbox’s image host', () => {
    expect(chosen({ SANDBOX_IMAGE_HOST_URL: 'http://127.0.0.1:3003', IMAGE_HOST_KEY: 'key' })).toEqual({
      shows: path,
      from: null,
      sendsTo: '/1/upload?key=key',
      tells: null,
      takes: null,
    })
  })
})
