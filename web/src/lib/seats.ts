/** How seats are told apart: a colour, a shape and a letter. Colours and shapes are those of the drawn figures. */

export interface SeatLook {
  fill: string;
  ink: string;
  shape: string; // around 0,0, about 24 wide
}

const RED: SeatLook = { fill: '#d62839', ink: '#ffffff', shape: 'M-10 0A10 10 0 0 1 10 0A10 10 0 0 1-10 0Z' };

export const SEAT_LOOKS: Record<string, SeatLook> = {
  red: RED,
  blue: { fill: '#2463c7', ink: '#ffffff', shape: 'M-9-9H9V9H-9Z' },
  yellow: { fill: '#f6c614', ink: '#3f2f00', shape: 'M0-11L12 9H-12Z' },
  green: { fill: '#1e7a3c', ink: '#ffffff', shape: 'M-11-8.5H11V-2H-11ZM-11 2H11V8.5H-11Z' },
  black: { fill: '#35353f', ink: '#ffffff', shape: 'M-3.7-11.5H3.7V-3.7H11.5V3.7H3.7V11.5H-3.7V3.7H-11.5V-3.7H-3.7Z' },
  pink: {
    fill: '#f28cbf',
    ink: '#5a0f39',
    shape: 'M0 11C-7 5-12 0-12-5C-12-9.5-9-11.5-6-11.5C-3-11.5-1-9.5 0-7.5C1-9.5 3-11.5 6-11.5C9-11.5 12-9.5 12-5C12 0 7 5 0 11Z',
  },
};

export function lookOf(colour: string): SeatLook {
  return SEAT_LOOKS[colour] ?? RED;
}
