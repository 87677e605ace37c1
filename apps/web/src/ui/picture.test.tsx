import type { Picture as Image } from '@second-ring/contracts/listings/picture'
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Picture } from './picture.tsx'

const shown = (image: Image, alt = 'Pixel 8') => <Picture image={image} alt={alt} sizes="4rem" />

describe('a picture', () => {
  it('has its measures and its text before it is there', () => {
    render(shown({ url: '/a.webp' }))
    const picture = screen.getByRole('img', { name: 'Pixel 8' })
    expect(picture).toHaveAttribute('width', '640')
    expect(picture).toHaveAttribute('height', '640')
    expect(picture).toHaveAttribute('loading', 'lazy')
  })

  it('that cannot be loaded gives its place to a drawing with the same text', () => {
    const { container } = render(shown({ url: '/gone.webp' }))
    fireEvent.error(screen.getByRole('img', { name: 'Pixel 8' }))
    expect(screen.getByRole('img', { name: 'Pixel 8' }).tagName).toBe('SPAN')
    expect(container.querySelector('img')).toBeNull()
    expect(container.firstElementChild).toHaveClass('aspect-square')
  })

  it('without an address is drawn at once', () => {
    const { container } = render(shown({ url: '' }))
    expect(screen.getByRole('img', { name: 'Pixel 8' })).toBeInTheDocument()
    expect(container.querySelector('img')).toBeNull()
  })

  it('that says nothing still says nothing when it is gone', () => {
    const { container } = render(shown({ url: '/gone.webp' }, ''))
    const picture = container.querySelector('img')
    if (picture) fireEvent.error(picture)
    expect(container.querySelector('svg')).toBeInTheDocument()
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('is tried again when it has a new address', () => {
    const { rerender } = render(shown({ url: '/gone.webp' }))
    fireEvent.error(screen.getByRole('img', { name: 'Pixel 8' }))
    rerender(shown({ url: '/new.webp' }))
    expect(screen.getByRole('img', { name: 'Pixel 8' })).toHaveAttribute('src', '/new.webp')
  })

  it('shows its blurred preview until it is there', () => {
    render(shown({ url: '/a.webp', thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI' }))
    const picture = screen.getByRole('img', { name: 'Pixel 8' })
    expect(picture.style.backgroundImage).toMatch(/^url\("?data:image\/bmp;base64,/)
    fireEvent.load(picture)
    expect(picture.style.backgroundImage).toBe('')
  })

  it('comes as AVIF where there is AVIF, and otherwise as it did', () => {
    const { container, rerender } = render(shown({ url: '/a.webp', srcSet: '/a-320.webp 320w' }))
    expect(container.querySelector('source')).toBeNull()
    rerender(shown({ url: '/a.webp', srcSet: '/a-320.webp 320w', avifSrcSet: '/a-320.avif 320w' }))
    const source = container.querySelector('source')
    expect(source).toHaveAttribute('srcset', '/a-320.avif 320w')
    expect(source).toHaveAttribute('sizes', '4rem')
    expect(source).toHaveAttribute('type', 'image/avif')
  })

  it('is tried as WebP when its AVIF cannot be loaded', () => {
    const { container } = render(shown({ url: '/a.webp', avifSrcSet: '/a-320.avif 320w' }))
    fireEvent.error(screen.getByRole('img', { name: 'Pixel 8' }))
    expect(container.querySelector('source')).toBeNull()
    expect(screen.getByRole('img', { name: 'Pixel 8' })).toHaveAttribute('src', '/a.webp')
    fireEvent.error(screen.getByRole('img', { name: 'Pixel 8' }))
    expect(container.querySelector('img')).toBeNull()
  })
})
