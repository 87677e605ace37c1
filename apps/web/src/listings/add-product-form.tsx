import type { Category } from '@second-ring/contracts/catalog/category'
import { attributesOf } from '@second-ring/contracts/listings/attributes'
import { CreateListingForm, type CreateListingInput } from '@second-ring/contracts/listings/create-listing'
import { conditions } from '@second-ring/contracts/listings/listing'
import { PriceEstimateInput } from '@second-ring/contracts/listings/price-estimate'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { canProveMore } from '#api-client/limit-error.tsx'
import type { TypedSale } from '#fees/fee-quote.tsx'
import { formDraft } from '#session/use-form-draft.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/field.tsx'
import { useSentForm } from '#ui/form.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextAreaField, TextField } from '#ui/text-field.tsx'
import { PictureInput } from './picture-field.tsx'
import { PictureFile, usePictureSending } from './use-picture-sending.ts'
import type { Upload } from './use-upload-to-host.ts'

const AddProductSchema = z.extend(CreateListingForm, {
  image: PictureFile,
})
type Filled = z.output<typeof AddProductSchema>

const asked = attributesOf('form')

interface AddProductFormProps {
  categories: readonly Category[]
  sellerName: string
  /** Whose draft is kept in this tab until it is posted. */
  userId: string
  /** Whether the seller has proven their email; who has not is shown the way where a limit stops them. */
  emailVerified?: boolean | undefined
  /** Sends the picture to the image host; resolves to its address. */
  upload: Upload
  create: (listing: CreateListingInput) => Promise<unknown>
  onPosted: (productName: string) => void
  /** Shows what phones like the one that is described cost, beside its price. */
  renderBand?: ((phone: PriceEstimateInput, priceCents: number | undefined) => ReactNode) | undefined
  /** Shows what the platform keeps of the price. */
  renderFee?: ((sale: TypedSale) => ReactNode) | undefined
}

/** Posts a phone: its picture first, and the post only when the picture is in place. Keeps what is typed on failure, and in this tab. */
export function AddProductForm({
  categories,
  sellerName,
  userId,
  emailVerified = true,
  ...props
}: AddProductFormProps) {
  const { upload, create, onPosted, renderBand, renderFee } = props
  const [rejection, setRejection] = useState<unknown>()
  const { isSending, progress, send } = usePictureSending(upload)
  const draft = useMemo(() => formDraft(`listingDraft:${userId}`), [userId])
  const form = useSentForm({
    schema: AddProductSchema,
    defaultValues: {
      productName: '',
      sellerName,
      originalPrice: '',
      resalePrice: '',
      yearsUsed: '',
      ...Object.fromEntries(asked.map(({ name }) => [name, ''])),
      condition: 'EXCELLENT',
      categoryId: '',
      location: '',
      description: '',
    },
    draft,
    send: async ({ image, resalePrice, originalPrice, ...rest }, fields) => {
      setRejection(undefined)
      const isDone = await send(fields, async addressOf => {
        const images = [await addressOf(image)]
        await create({ ...rest, images, resalePriceCents: resalePrice, originalPriceCents: originalPrice })
      }).catch((error: unknown) => {
        setRejection(error)
        throw error
      })
      if (!isDone) return
      draft.clear()
      onPosted(rest.productName)
    },
  })
  const { field, control } = form

  return (
    <form noValidate onSubmit={event => void form.submit(event)} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <fieldset disabled={isSending} className="contents">
        <TextField label="Model name" {...field('productName')} />
        <TextField label="Your name" autoComplete="name" {...field('sellerName')} />
        <div className="sm:col-span-2">
          <PictureInput control={control} name="image" />
        </div>
        <SelectField
          label="Category"
          placeholder="Choose a category"
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          {...field('categoryId')}
        />
        <SelectField
          label="Condition"
          options={conditions.map(value => ({ value, label: value.toLowerCase() }))}
          {...field('condition')}
        />
        <TextField
          label="Original price"
          prefix="$"
          inputMode="decimal"
          hint="What it cost new."
          {...field('originalPrice')}
        />
        <TextField
          label="Resale price"
          prefix="$"
          inputMode="decimal"
          hint="What you ask for it."
          {...field('resalePrice')}
        />
        <Fee control={control} renderFee={renderFee} />
        <LikelyPrice control={control} renderBand={renderBand} />
        <TextField
          label="Years used"
          inputMode="numeric"
          hint="Whole years; 0 for under a year."
          {...field('yearsUsed')}
        />
        {asked.map(({ name, label, hint, unit }) => (
          <TextField key={name} label={`${label}${unit} (optional)`} inputMode="numeric" hint={hint} {...field(name)} />
        ))}
        <TextField label="Location" autoComplete="address-level2" {...field('location')} />
        <div className="sm:col-span-2">
          <TextAreaField label="Description" hint="Battery, scratches, what is in the box." {...field('description')} />
        </div>
      </fieldset>
      <div className="grid gap-4 sm:col-span-2">
        {progress !== undefined && <ProgressBar label="Sending the picture" percent={progress} />}
        <FormError refusal={form.problem} />
        {canProveMore(rejection, { emailVerified }) && (
          <Link to="/dashboard/account" className="font-semibold underline">
            Prove your email
          </Link>
        )}
        <Button type="submit" busy={form.busy} className="sm:justify-self-start">
          Add product
        </Button>
      </div>
    </form>
  )
}

type Typed = z.input<typeof AddProductSchema>
type FeeProps = Pick<AddProductFormProps, 'renderFee'> & { control: Control<Typed, unknown, Filled> }

/** What is kept of the price, as soon as there are a category and a price. */
function Fee({ control, renderFee }: FeeProps) {
  const [categoryId, resalePrice] = useWatch({ control, name: ['categoryId', 'resalePrice'] })
  const { data: priceCents } = CreateListingForm.shape.resalePrice.safeParse(resalePrice)
  if (!renderFee) return null
  return <div className="empty:hidden sm:col-span-2">{renderFee({ categoryId, priceCents })}</div>
}

type LikelyPriceProps = Pick<AddProductFormProps, 'renderBand'> & { control: Control<Typed, unknown, Filled> }

const described = ['productName', 'categoryId', 'condition', 'yearsUsed'] as const

/** What others like it cost, as soon as enough of the phone is described. */
function LikelyPrice({ control, renderBand }: LikelyPriceProps) {
  const [productName, categoryId, condition, yearsUsed] = useWatch({ control, name: described })
  const resalePrice = useWatch({ control, name: 'resalePrice' })
  const years = CreateListingForm.shape.yearsUsed.safeParse(yearsUsed)
  const phone = PriceEstimateInput.safeParse({ productName, categoryId, condition, yearsUsed: years.data })
  const price = CreateListingForm.shape.resalePrice.safeParse(resalePrice)
  if (!renderBand || !phone.success) return null
  return <div className="empty:hidden sm:col-span-2">{renderBand(phone.data, price.data)}</div>
}
