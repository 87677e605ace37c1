import escapeHtml from 'escape-html'

/** A whole document; `body` is HTML, `title` is text. */
export function htmlPage({ title, body }: { title: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="/v3/assets/account/account.css" />
  </head>
  <body>
    <main>
${body}
    </main>
  </body>
</html>
`
}

/** Why a form was not taken, and the member that is to be mended. */
export type FormError = { message: string; field: 'name' | 'routing_number' | 'account_number' }

type Field = { name: FormError['field']; label: string; value: string; hint?: string; attributes: string }

/** A labelled text field, with its hint and its error. */
export function textField(field: Field, error: FormError | undefined): string {
  const { name, label, value, hint, attributes } = field
  const own = error?.field === name ? error.message : undefined
  const notes = [...(hint ? [`${name}-hint`] : []), ...(own ? [`${name}-error`] : [])]
  const described = notes.length > 0 ? ` aria-describedby="${notes.join(' ')}"` : ''
  const invalid = own ? ' aria-invalid="true" autofocus' : ''
  return `        <div class="field">
          <label for="${name}">${escapeHtml(label)}</label>
          ${hint ? `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>` : ''}
          ${own ? `<p class="error" id="${name}-error">${escapeHtml(own)}</p>` : ''}
          <input id="${name}" name="${name}" value="${escapeHtml(value)}" ${attributes}${described}${invalid} />
        </div>`
}
