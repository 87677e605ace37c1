import path from 'node:path'
import { fileURLToPath } from 'node:url'

const names = [
  '@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf',
  '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
]
const isSource = import.meta.url.endsWith('.ts')

/** The files of the fonts of cards: medium, then bold. In their package; beside the server's bundle they lie there. */
export const cardFonts = names.map(name =>
  isSource ? fileURLToPath(import.meta.resolve(name)) : fileURLToPath(new URL(path.basename(name), import.meta.url)),
) as [medium: string, bold: string]
