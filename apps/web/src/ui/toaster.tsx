import { Toaster as HotToaster, ToastBar } from 'react-hot-toast'

interface ToasterProps {
  /** How long a toast stays, in milliseconds. */
  durations: { blank: number; error: number; success: number; custom: number }
}

/** Where toasts show; each is announced politely. */
export default function Toaster({ durations }: ToasterProps) {
  return (
    <HotToaster
      position="top-center"
      gutter={10}
      containerStyle={{ top: 76 }}
      toastOptions={{
        duration: durations.blank,
        success: {
          duration: durations.success,
          iconTheme: { primary: 'var(--accent)', secondary: 'var(--on-accent)' },
        },
        error: { duration: durations.error, iconTheme: { primary: 'var(--danger)', secondary: 'var(--surface)' } },
        custom: { duration: durations.custom },
        style: {
          maxWidth: 'min(26rem, calc(100vw - 2rem))',
          padding: '0.625rem 0.875rem',
          borderRadius: '0.875rem',
          border: '1px solid var(--line)',
          background: 'var(--surface)',
          color: 'var(--ink)',
          fontWeight: 550,
          overflowWrap: 'anywhere',
          boxShadow: 'var(--shadow-toast)',
        },
      }}
    >
      {toast => (toast.message === '' ? <></> : <ToastBar toast={toast} />)}
    </HotToaster>
  )
}
