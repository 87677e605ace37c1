import { globSync } from 'node:fs'
import path from 'node:path'
import { render, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { expect, it } from 'vitest'
import { GalleryPage } from './gallery-page.tsx'
import { parts } from './parts.tsx'

const files = globSync('*.tsx', { cwd: path.join(import.meta.dirname, '../ui') })

it('shows every part of the kit', () => {
  const names = files.filter(file => !file.includes('.test.')).map(file => path.basename(file, '.tsx'))
  expect(Object.keys(parts).toSorted()).toEqual(names.toSorted())
})

it('shows each in both themes, with nothing that a screen reader stumbles over', async () => {
  render(<GalleryPage />)
  await waitFor(() => expect(screen.getAllByText('It is there.')).toHaveLength(2))
  expect(document.querySelectorAll('[data-theme="dark"]')).toHaveLength(Object.keys(parts).length)
  // The same part twice on a page, and several main headings, are the gallery's own.
  const rules = { 'color-contrast': { enabled: false }, 'page-has-heading-one': { enabled: false } }
  const { violations } = await axe.run(document.body, { rules })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
})
