import { acceptParent } from '../accept-parent.ts'
import type { FromCardFrame, ToCardFrame } from '../messages.ts'
import { CardForm } from './card-form.ts'
import { collect } from './collect.ts'

acceptParent(port => {
  const tell = (message: FromCardFrame) => port.postMessage(message)
  const form = new CardForm({
    changed: change => tell({ type: 'change', change }),
    focused: () => tell({ type: 'focus' }),
    blurred: () => tell({ type: 'blur' }),
    escaped: () => tell({ type: 'escape' }),
    submitted: () => tell({ type: 'submit' }),
  })
  new ResizeObserver(() => tell({ type: 'height', pixels: document.body.getBoundingClientRect().height })).observe(
    document.body,
  )

  let isReady = false
  port.onmessage = async ({ data }: { data: ToCardFrame }) => {
    if (data.type === 'focus') form.focus()
    if (data.type === 'blur') form.blur()
    if (data.type === 'clear') form.clear()
    if (data.type === 'options') {
      form.setOptions(data.options)
      if (!isReady) tell({ type: 'ready' })
      isReady = true
    }
    if (data.type === 'collect') {
      tell({ type: 'collected', number: data.request.number, result: await collect(form, data.request) })
    }
  }
})
