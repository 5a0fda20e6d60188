import './style.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { router } from './router.tsx';
import { restore } from './session.ts';

// The gateway serves this page at /docs too. The part after # names an operation.
if (location.pathname === '/docs') history.replaceState(null, '', `/console/reference${location.hash}`);

void restore();

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
