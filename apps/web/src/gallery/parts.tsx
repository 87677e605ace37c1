import type { ReactNode } from 'react'
import toast from 'react-hot-toast'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { FieldError, FormError } from '#ui/field.tsx'
import { laterPart } from '#ui/later-part.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadMore, type PagedQuery } from '#ui/load-more.tsx'
import { Moment } from '#ui/moment.tsx'
import { LaterPageNotice } from '#ui/next-page.tsx'
import { OpenCount } from '#ui/open-count.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Panel } from '#ui/panel.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Picture } from '#ui/picture.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { QueryData, type QueryState } from '#ui/query-data.tsx'
import { QueryList } from '#ui/query-list.tsx'
import { ResponsiveTable } from '#ui/responsive-table.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { RowsSkeleton } from '#ui/rows-skeleton.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SeenAt } from '#ui/seen-at.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Spinner, WaitingScreen } from '#ui/spinner.tsx'
import { Term, Terms } from '#ui/terms.tsx'
import { TextAreaField, TextField } from '#ui/text-field.tsx'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { TickedName } from '#ui/ticked-name.tsx'
import { TimeLeft } from '#ui/time-left.tsx'
import Toaster from '#ui/toaster.tsx'
import { ConfirmDialogExample, DialogExample, DiscardQuestionExample } from './dialog-example.tsx'
import {
  ActDialogExample,
  CodeDialogExample,
  FormDialogExample,
  FormExample,
  ReasonDialogExample,
} from './form-example.tsx'

const nothing = () => undefined
const conditions = [
  { value: 'GOOD', label: 'Good', hint: 'Some marks, works as new' },
  { value: 'FAIR', label: 'Fair', hint: 'Used, and looks it' },
]
const read: QueryState<string> = { data: 'Three phones', error: null, isFetching: false, refetch: nothing }
const loading = { ...read, data: undefined, isFetching: true }
const failed = { ...read, data: undefined, error: new Error('Network Error') }
const pages: PagedQuery = {
  data: { pages: [1] },
  hasNextPage: true,
  isFetching: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: nothing,
}
const list = (items: string[]) => ({
  ...read,
  ...pages,
  data: { pages: [{ items }] },
  hasNextPage: false,
  isPlaceholderData: false,
})
const LaterExample = laterPart(async () => ({ default: () => <p>It has followed.</p> }))
const LazyExample = lazyPart(async () => ({ default: () => <p>It is there.</p> }), <Spinner />)
const atNoon = '2026-01-05T12:00:00.000Z'
const inAnHour = new Date(Date.now() + 3_600_000).toISOString()

/** By its file below `ui/`: each part of the kit, and its states. */
export const parts: Record<string, Record<string, ReactNode>> = {
  'act-dialog': { 'behind a button': <ActDialogExample /> },
  acts: { 'a button that opens a dialog': <ActDialogExample /> },
  badge: {
    tones: (
      <span className="flex flex-wrap gap-2">
        <Badge>Booked</Badge>
        <Badge tone="good">Paid</Badge>
        <Badge tone="warm">Owed</Badge>
        <Badge tone="bad">Disputed</Badge>
      </span>
    ),
  },
  button: Object.fromEntries(
    (['primary', 'secondary', 'quiet', 'danger', 'final'] as const).map(variant => [
      variant,
      <span key={variant} className="flex flex-wrap gap-2">
        <Button variant={variant}>Book now</Button>
        <Button variant={variant} size="small">
          Small
        </Button>
        <Button variant={variant} busy>
          Busy
        </Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
      </span>,
    ]),
  ),
  'choice-field': {
    plain: <ChoiceField label="Condition" name="condition" choices={conditions} />,
    'with an error': <ChoiceField label="Condition" name="condition" choices={conditions} error="Choose one" />,
  },
  'confirm-dialog': {
    final: <ConfirmDialogExample variant="final" />,
    primary: <ConfirmDialogExample variant="primary" />,
  },
  dialog: { 'behind a button': <DialogExample /> },
  'discard-question': { 'of a dialog that is to close': <DiscardQuestionExample /> },
  field: {
    'an error': <FieldError message="Phone is required" />,
    'of a form': <FormError refusal="This product is already booked" />,
  },
  'later-part': { 'once its code has come': <LaterExample /> },
  'lazy-part': { 'once its code has come': <LazyExample /> },
  'load-more': {
    more: <LoadMore query={pages} />,
    busy: <LoadMore query={{ ...pages, isFetching: true, isFetchingNextPage: true }} />,
    failed: <LoadMore query={{ ...pages, isFetchNextPageError: true }} />,
  },
  moment: { 'long ago': <Moment at={atNoon} /> },
  'open-count': { some: <OpenCount open={12} />, none: <OpenCount open={0} /> },
  'part-boundary': { 'of a part that has come': <PartBoundary>Its content</PartBoundary> },
  'page-title': { panel: <PageTitle size="panel">Login</PageTitle>, number: <PageTitle size="number">404</PageTitle> },
  panel: { plain: <Panel title="Meeting">At the café</Panel> },
  'password-field': {
    plain: <PasswordField label="Password" defaultValue="secret" />,
    'with an error': <PasswordField label="Password" error="Password is required" />,
  },
  picture: { 'that does not load': <Picture image={{ url: '/images/none.webp' }} alt="Pixel 8" sizes="10rem" /> },
  'progress-bar': { half: <ProgressBar label="Sending the picture" percent={50} /> },
  'query-data': {
    read: (
      <QueryData query={read} what="the phones">
        {text => <p>{text}</p>}
      </QueryData>
    ),
    loading: (
      <QueryData query={loading} what="the phones">
        {text => <p>{text}</p>}
      </QueryData>
    ),
    failed: (
      <QueryData query={failed} what="the phones">
        {text => <p>{text}</p>}
      </QueryData>
    ),
  },
  'query-list': {
    read: (
      <QueryList query={list(['Pixel 8'])} what="the phones" empty={null}>
        {items => <p>{items.join()}</p>}
      </QueryList>
    ),
    empty: (
      <QueryList query={list([])} what="the phones" empty={<EmptyState title="No phones" />}>
        {() => null}
      </QueryList>
    ),
  },
  'exact-moment': { plain: <ExactMoment at={atNoon} /> },
  form: { plain: <FormExample /> },
  'code-dialog': { 'behind a button': <CodeDialogExample /> },
  'form-dialog': { 'behind a button': <FormDialogExample /> },
  'next-page': { 'of a later page': <LaterPageNotice>Back to the first one</LaterPageNotice> },
  'reason-dialog': { 'behind a button': <ReasonDialogExample /> },
  'responsive-table': {
    'two rows': (
      <ResponsiveTable
        rows={['Nia Cole', 'Ben Ode']}
        keyOf={name => name}
        columns={[{ head: 'Name', card: 'title', cell: name => name }]}
      />
    ),
  },
  terms: {
    plain: (
      <Terms>
        <Term name="Price">$250</Term>
      </Terms>
    ),
  },
  'empty-state': {
    plain: <EmptyState title="No orders yet" text="What you book is here." action={<Button>Find a phone</Button>} />,
  },
  'error-state': { plain: <ErrorState title="Your orders did not load" text="Network Error" onRetry={nothing} /> },
  'retry-notice': {
    plain: <RetryNotice title="It did not load" text="Network Error" busy={false} onRetry={nothing} />,
  },
  'rows-skeleton': { plain: <RowsSkeleton label="Loading the phones" count={2} /> },
  'search-field': { plain: <SearchField label="Find a user" value="nia" maxLength={100} onSearch={nothing} /> },
  'seen-at': { 'of an earlier visit': <SeenAt at={Date.parse(atNoon)}>Its price may have changed.</SeenAt> },
  'select-field': {
    plain: <SelectField label="Condition" options={conditions} />,
    'with an error': <SelectField label="Condition" options={conditions} placeholder="Choose" error="Choose one" />,
  },
  skeleton: { plain: <Skeleton className="h-6 w-1/2" /> },
  spinner: { small: <Spinner />, screen: <WaitingScreen label="Loading the screen" /> },
  'text-field': {
    plain: <TextField label="Name" hint="As your buyers will see it" />,
    'with a prefix': <TextField label="Price" prefix="$" defaultValue="250" />,
    'with an error': <TextField label="Email" error="Email Address is required" />,
    disabled: <TextField label="Email" value="ben@x.test" disabled readOnly />,
    'of several lines': <TextAreaField label="Description" />,
  },
  'theme-toggle': { plain: <ThemeToggle /> },
  'ticked-name': {
    plain: <TickedName name="Nia Cole" tick={undefined} />,
    ticked: <TickedName name="Nia" tick="Verified" />,
  },
  'time-left': {
    running: <TimeLeft until={inAnHour} over="It is over" onOver={nothing} />,
    over: <TimeLeft until={atNoon} over="It is over" onOver={nothing} />,
  },
  toaster: {
    'behind a button': <Button onClick={() => toast.success('The Item Is Booked!')}>Show a toast</Button>,
    'where they show': <Toaster durations={{ blank: 4000, error: 4000, success: 2000, custom: 4000 }} />,
  },
}
