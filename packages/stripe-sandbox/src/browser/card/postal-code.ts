/** Five digits make a ZIP code; anything with a letter counts as another country's code from three characters on. */
export function postalCodeState(text: string): 'empty' | 'incomplete' | 'complete' {
  const code = text.trim()
  if (code === '') return 'empty'
  const needed = /[a-z]/i.test(code) ? 3 : 5
  return code.replace(/[^a-z\d]/gi, '').length < needed ? 'incomplete' : 'complete'
}
