import { expect, it } from 'vitest'
import { createAuditKeys } from './audit-keys.ts'

it('signs by HMAC-SHA256, under an id of 16 hex digits', () => {
  // By `printf '["a",1,null,"ba59a279454dedd7"]' | openssl dgst -sha256 -hmac 'an audit key of 32 bytes at least'`.
  const { keyId, signature } = createAuditKeys('an audit key of 32 bytes at least').sign(['a', 1, null])
  expect([keyId, signature]).toEqual([
    'ba59a279454dedd7',
    '854870a35674adb41703afb52f6b9d83121785fe22b3af5d68b09c2c4e0ce749',
  ])
})
