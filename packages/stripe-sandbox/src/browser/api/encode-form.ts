import type { FormParam, FormParams } from '../messages.ts'

/** Parameters as the API reads them: `a[b][0]=…`. Absent ones are left out, null unsets. */
export function encodeForm(params: FormParams): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) append(form, name, value)
  return form
}

function append(form: URLSearchParams, name: string, value: FormParam): void {
  if (value === undefined) return
  if (value === null) form.append(name, '')
  else if (typeof value === 'object') {
    for (const [key, member] of Object.entries(value)) append(form, `${name}[${key}]`, member)
  } else form.append(name, String(value))
}
