export type Sharp = typeof import('sharp')['default']

let loading: Promise<Sharp> | undefined

/** The library that decodes and draws, set up for a decoder's process. */
export const loadSharp = (): Promise<Sharp> => {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // On one thread: the product's own server shares these processors. No memory is retained in between.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loading
}
