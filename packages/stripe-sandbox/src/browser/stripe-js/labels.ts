/** Calls back when a label of this container is clicked, as a label of an input would focus it; the result ends it. */
export function onLabelClick(container: HTMLElement, callback: () => void): () => void {
  const labels = new Set<Element>()
  const around = container.closest('label')
  if (around) labels.add(around)
  if (container.id) {
    for (const label of document.querySelectorAll('label')) if (label.htmlFor === container.id) labels.add(label)
  }
  for (const label of labels) label.addEventListener('click', callback)
  return () => {
    for (const label of labels) label.removeEventListener('click', callback)
  }
}

/** Submits the form that the container stands in, as Enter in an input would: not past a disabled submit button. */
export function submitFormOf(container: HTMLElement): void {
  const form = container.closest('form')
  const button = [...(form?.elements ?? [])].find(isSubmitButton)
  if (button?.disabled) return
  form?.requestSubmit(button)
}

function isSubmitButton(control: Element): control is HTMLButtonElement | HTMLInputElement {
  if (control instanceof HTMLButtonElement) return control.type === 'submit'
  return control instanceof HTMLInputElement && (control.type === 'submit' || control.type === 'image')
}
