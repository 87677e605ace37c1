import { createFileRoute } from '@tanstack/react-router'
import { pageName } from '../../../../app/page-name.ts'
import { CategoriesScreen } from '../../../-categories/categories-screen.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/Categories')({
  head: () => pageName('Categories'),
  loader: ({ context: { queries } }) => {
    void queries.catalog.managed.prefetch()
  },
  component: CategoriesScreen,
})
