import { createFileRoute } from '@tanstack/react-router'
import { pageName } from '../../../../app/page-name.ts'
import { CategoriesScreen } from '../../../-categories/categories-screen.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/Categories')({
  head: () => pageName('Categories'),
  // No loader: what loads ahead is a part of the site's first code, which is full.
  component: CategoriesScreen,
})
