import type { Case } from '@second-ring/contracts/claims/case'
import { conditionLabel } from '#listings/condition-label.ts'
import { Panel } from '#ui/panel.tsx'
import { Term, Terms } from '#ui/terms.tsx'

/** What the post says of the phone, to be held against what is said of it now. */
export function PostPanel({ post }: Pick<Case, 'post'>) {
  return (
    <Panel title="The post">
      <Terms>
        <Term name="Condition">{conditionLabel(post.condition).label}</Term>
        <Term name="Description" className="whitespace-pre-line wrap-anywhere">
          {post.text || 'None'}
        </Term>
      </Terms>
    </Panel>
  )
}
