import { describe, expect, it } from 'vitest'
import { createBucketImageHost, createRemoteImageHost, createSandboxImageHost } from './image-host.ts'

const hash = 'a'.repeat(32)

describe('the sandbox’s image host', () => {
  const host = createSandboxImageHost('http://localhost:3000')

  it('stores its own pictures as paths', () => {
    expect(host.referenceOf(`http://localhost:3000/images/${hash}.webp`)).toBe(`/images/${hash}.webp`)
    expect(host.referenceOf(`/images/${hash}.webp`)).toBe(`/images/${hash}.webp`)
  })

  it('shows a picture with its renditions', () => {
    expect(host.pictureOf(`/images/${hash}.webp`, null)).toEqual({
      url: `/images/${hash}.webp`,
      srcSet: `/images/${hash}-320.webp 320w, /images/${hash}-640.webp 640w, /images/${hash}-1280.webp 1280w`,
    })
  })

  it('shows AVIF renditions once there is a thumbhash, and never before', () => {
    expect(host.pictureOf(`/images/${hash}.webp`, 'x')).toMatchObject({
      avifSrcSet: `/images/${hash}-320.avif 320w, /images/${hash}-640.avif 640w, /images/${hash}-1280.avif 1280w`,
      thumbhash: 'x',
    })
  })

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'file:///etc/passwd',
    `https://evil.test/images/${hash}.webp`,
    `//evil.test/images/${hash}.webp`,
    `http://localhost:3000.evil.test/images/${hash}.webp`,
    `/images/../secret/${hash}.webp`,
    `/images/${hash}.svg`,
    '',
  ])('refuses %j', url => {
    expect(() => host.referenceOf(url)).toThrow(/Upload the picture first/)
  })
})

describe('a bucket that browsers read', () => {
  const publicUrl = 'https://shop.example'
  const host = createBucketImageHost({ publicUrl, picturesUrl: 'https://cdn.example/market/' })
  const path = `/images/${hash}.webp`

  it.each([`https://cdn.example/market${path}`, `${publicUrl}${path}`, path])('stores %s as a path', url => {
    expect(host.referenceOf(url)).toBe(path)
  })

  it('shows a path where it is read, and gives that URL to everyone', () => {
    const picture = host.pictureOf(path, 'x')
    expect(picture.url).toBe(`https://cdn.example/market${path}`)
    expect(picture.srcSet?.split(', ')[0]).toBe(`https://cdn.example/market/images/${hash}-320.webp 320w`)
    expect(picture.avifSrcSet?.split(', ')[0]).toBe(`https://cdn.example/market/images/${hash}-320.avif 320w`)
    expect(host.addressOf(picture)).toBe(picture.url)
  })

  it('shows a former host’s URL unchanged', () => {
    expect(host.pictureOf('https://i.example/x.jpg', 'x')).toEqual({ url: 'https://i.example/x.jpg' })
  })

  it.each([
    `https://cdn.example${path}`,
    `https://cdn.example/market/x${path}`,
    `https://cdn.example/market.evil.test${path}`,
    `https://cdn.example.evil.test/market${path}`,
    `http://cdn.example/market${path}`,
    `https://cdn.example/market/../market${path}`,
    `https://cdn.example/market${path}?x`,
    `https://cdn.example/market/images/${hash}-320.webp`,
  ])('refuses %j', url => {
    expect(() => host.referenceOf(url)).toThrow(/Upload the picture first/)
  })
})

describe('a real image host', () => {
  const host = createRemoteImageHost('https://i.example.test/pictures')

  it('leaves its URLs as they are', () => {
    expect(host.referenceOf('https://i.example.test/pictures/x.jpg')).toBe('https://i.example.test/pictures/x.jpg')
    expect(host.pictureOf('https://i.example.test/pictures/x.jpg', 'x')).toEqual({
      url: 'https://i.example.test/pictures/x.jpg',
    })
  })

  it.each([
    'https://i.example.test/other/x.jpg',
    'https://i.example.test/pictures/../x.jpg',
    'https://evil.test/pictures/x.jpg',
    'https://i.example.test@evil.test/pictures/x.jpg',
    'https://user:pass@i.example.test/pictures/x.jpg',
    'http://i.example.test/pictures/x.jpg',
    '/pictures/x.jpg',
  ])('refuses %j', url => {
    expect(() => host.referenceOf(url)).toThrow(/Upload the picture first/)
  })
})
