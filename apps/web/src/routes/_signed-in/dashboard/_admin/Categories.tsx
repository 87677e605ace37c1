import { createFileRoute } from '@tanstack/react-router'
import { CategoriesScreen } from '#catalog/categories-screen.tsx'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/Categories')({
  head: () => pageName('Categories'),
  // No loader: what loads ahead is a part of the site's first code, which is full.
  component: CategoriesScreen,
})
