import { describe, expect, it } from 'vitest'
import { createRemoteImageHost, createSandboxImageHost } from './image-host.ts'

const hash = 'a'.repeat(32)

describe('the sandbox’s image host', () => {
  const host = createSandboxImageHost('http://localhost:3000')

  it('stores its own pictures as paths', () => {
    expect(host.referenceOf(`http://localhost:3000/images/${hash}.webp`)).toBe(`/images/${hash}.webp`)
    expect(host.referenceOf(`/images/${hash}.webp`)).toBe(`/images/${hash}.webp`)
  })

  it('shows a picture with its renditions', () => {
    expect(host.pictureOf(`/images/${hash}.webp`)).toEqual({
      url: `/images/${hash}.webp`,
      srcSet: `/images/${hash}-320.webp 320w, /images/${hash}-640.webp 640w, /images/${hash}-1280.webp 1280w`,
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

describe('a real image host', () => {
  const host = createRemoteImageHost('https://i.example.test/pictures')

  it('keeps its addresses as they are', () => {
    expect(host.referenceOf('https://i.example.test/pictures/x.jpg')).toBe('https://i.example.test/pictures/x.jpg')
    expect(host.pictureOf('https://i.example.test/pictures/x.jpg')).toEqual({
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
