import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const likes = {
  mine: endpoint({
    method: 'GET',
    path: '/api/likes',
    access: 'public',
    scope: 'READ_OWN',
    response: z.object({
      videos: z.array(z.number().int()),
      comments: z.array(z.number().int()),
      posts: z.array(z.number().int()),
    }),
    summary: 'What the caller currently likes (IDs, the latest 2,000 of each kind)',
  }),
};
