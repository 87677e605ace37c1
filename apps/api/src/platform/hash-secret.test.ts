import { expect, it } from 'vitest'
import { hashSecret } from './hash-secret.ts'

it('is SHA-256', () => {
  // FIPS 180-4: of 'abc' it is ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad.
  expect(hashSecret('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
})
