import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { GalleryPage } from './gallery-page.tsx'
import '../styles.css'

// Served by `npm run dev` at /ui. The build begins at index.html, and has none of it.
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <GalleryPage />
    </StrictMode>,
  )
