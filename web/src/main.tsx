import './styles/app.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { makeRouter } from './routes'
import { Toaster } from './ui/toast'
import { TooltipProvider } from './ui/tooltip'

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The client tries again by itself what may work a moment later.
      retry: false,
    },
    // A form shows what became of it, and is tried again by whoever filled it in.
    mutations: { retry: false, networkMode: 'always' },
  },
})

const place = document.getElementById('app')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <TooltipProvider>
          <RouterProvider router={makeRouter()} />
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
