/* The yardstick: complete random two-player games of the base game, farmers included, in C.
 *
 * It plays what the Python engine plays, with the same ideas (dense open cells with a need, one node per segment,
 * quick-find rings), but for two players and 24 tile kinds only: no modules, no events, no way to ask or answer. Its
 * rate says what the machine can do; the benchmarks give the engine's speed as a share of it.
 *
 * "ref BLOCKS GAMES" plays the same GAMES games BLOCKS times and prints the best block's rate, how many copies of a
 * finished game can be made per second, and the sums of the points of both players.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tables.h"

enum { FIELD, ROAD, CITY, MONASTERY };
enum { KINDS = 24, NEEDS = 256, PLAYERS = 2, FOLLOWERS = 7, MAX_TILES = 72, MAX_NODES = 243 };
enum { WIDTH = 32, CENTRE = 16 * WIDTH + 16 };

typedef struct { /* one segment of one laid tile; the totals count in the node that names the region */
    int16_t region, next, size, base, open_ends, tiles, pennants;
    uint8_t segment;
    uint32_t followers; /* a byte per player */
} Node;

typedef struct {
    int16_t at[WIDTH * WIDTH]; /* tile + 1, -(opening + 1) or 0 */
    int16_t open_cell[2 * MAX_TILES + 2];
    uint8_t open_need[2 * MAX_TILES + 2]; /* two bits per side: kind of side + 1 */
    int16_t near[8];                      /* monasteries beside the tile just laid */
    int near_count;
    int opens, tiles, nodes, player, left;
    int16_t first_node[MAX_TILES], cell[MAX_TILES];
    uint8_t shape[MAX_TILES], deck[MAX_TILES];
    Node n[MAX_NODES];
    int16_t figures[PLAYERS * FOLLOWERS]; /* the node a follower stands on, or -1 */
    int supply[PLAYERS], scores[PLAYERS];
} Game;

static uint8_t fits[KINDS * NEEDS]; /* by kind and need: a bit per turn in which the tile fits an open cell */
static uint8_t ways[KINDS * NEEDS]; /* by kind and need: how many turns fit */

static void make_fits(void) {
    for (int kind = 0; kind < KINDS; kind++)
        for (int need = 0; need < NEEDS; need++)
            for (int turn = 0; turn < 4; turn++) {
                int legal = 1;
                for (int side = 0; side < 4; side++) {
                    int wanted = need >> (2 * side) & 3;
                    if (wanted && wanted != edge_kind[(kind * 4 + turn) * 4 + side] + 1) legal = 0;
                }
                fits[kind * NEEDS + need] |= legal << turn;
                ways[kind * NEEDS + need] += legal;
            }
}

static uint32_t rng_state;

static inline int below(int n) {
    rng_state = (rng_state * 1103515245u + 12345u) & 0x7FFFFFFF;
    return (int)(((uint64_t)(rng_state >> 7) * n) >> 24);
}

/* Two ends have met: their regions become one, the smaller ring takes the name of the larger. */
static void join(Game *g, int a, int b) {
    Node *n = g->n;
    int keep = n[a].region, gone = n[b].region;
    if (keep != gone) {
        if (n[keep].size < n[gone].size) {
            int t = keep;
            keep = gone;
            gone = t;
            t = a;
            a = b;
            b = t;
        }
        int shared = 0, node = b; /* tiles that both regions have */
        do {
            int twins = segment_twins[n[node].segment];
            for (int k = n[node].base; twins; twins >>= 1, k++)
                if ((twins & 1) && n[k].region == keep) {
                    shared++;
                    break;
                }
            n[node].region = keep;
            node = n[node].next;
        } while (node != b);
        int16_t t = n[a].next;
        n[a].next = n[b].next;
        n[b].next = t;
        n[keep].size += n[gone].size;
        n[keep].open_ends += n[gone].open_ends;
        n[keep].tiles += n[gone].tiles - shared;
        n[keep].pennants += n[gone].pennants;
        n[keep].followers += n[gone].followers;
    }
    n[keep].open_ends -= 2;
}

static void connect_side(Game *g, int shape, int base, int beyond, int side) {
    int edge = edge_kind[shape * 4 + side], back = (side + 2) & 3, other = g->at[beyond] - 1;
    if (other < 0) {
        int opening = -1 - g->at[beyond], need = (edge + 1) << (2 * back);
        if (opening < 0) {
            opening = g->opens++;
            g->open_cell[opening] = beyond;
            g->open_need[opening] = need;
            g->at[beyond] = -1 - opening;
        } else
            g->open_need[opening] |= need;
        return;
    }
    const uint8_t *here = port_segment + shape * 12 + 3 * side;
    const uint8_t *there = port_segment + g->shape[other] * 12 + 3 * back;
    int other_base = g->first_node[other];
    join(g, base + here[1], other_base + there[1]);
    if (edge == ROAD) {
        join(g, base + here[0], other_base + there[2]);
        join(g, base + here[2], other_base + there[0]);
    }
}

static void place(Game *g, int kind, int cell, int rotation) {
    int shape = kind * 4 + rotation, tile = g->tiles++, base = g->nodes;
    g->shape[tile] = shape;
    g->first_node[tile] = base;
    g->cell[tile] = cell;
    if (tile > 0) { /* the last opening takes the place of the one that is closed */
        int last = --g->opens, opening = -1 - g->at[cell], c = g->open_cell[last];
        if (opening != last) {
            g->open_cell[opening] = c;
            g->open_need[opening] = g->open_need[last];
            g->at[c] = -1 - opening;
        }
    }
    g->at[cell] = tile + 1;
    int node = base;
    for (int s = first_segment[kind]; s < first_segment[kind + 1]; s++, node++)
        g->n[node] = (Node){node, node, 1, base, segment_ends[s], 1, segment_pennants[s], s, 0};
    g->nodes = node;
    connect_side(g, shape, base, cell - WIDTH, 0);
    connect_side(g, shape, base, cell + 1, 1);
    connect_side(g, shape, base, cell + WIDTH, 2);
    connect_side(g, shape, base, cell - 1, 3);
    int around = 0;
    g->near_count = 0;
    for (int row = cell - WIDTH; row <= cell + WIDTH; row += WIDTH)
        for (int c = row - 1; c <= row + 1; c++) {
            int other = g->at[c] - 1;
            if (other >= 0 && c != cell) {
                around++;
                int m = monastery[g->shape[other] >> 2];
                if (m >= 0) {
                    Node *p = &g->n[g->first_node[other] + m];
                    p->open_ends--;
                    p->tiles++;
                    g->near[g->near_count++] = g->first_node[other] + m;
                }
            }
        }
    int own = monastery[kind];
    if (own >= 0) {
        g->n[base + own].open_ends -= around;
        g->n[base + own].tiles += around;
    }
}

static int points(Game *g, int r) {
    Node *n = g->n;
    int kind = segment_kind[n[r].segment];
    if (kind == CITY) {
        int v = n[r].tiles + n[r].pennants;
        return n[r].open_ends == 0 ? 2 * v : v;
    }
    if (kind != FIELD) return n[r].tiles;
    int seen[64], count = 0, node = r; /* the different completed cities along the field */
    do {
        int cities = segment_cities[n[node].segment];
        for (int c = n[node].base; cities; cities >>= 1, c++)
            if (cities & 1) {
                int root = n[c].region, k = 0;
                if (n[root].open_ends) continue;
                while (k < count && seen[k] != root) k++;
                if (k == count) seen[count++] = root;
            }
        node = n[node].next;
    } while (node != r);
    return 3 * count;
}

static void award(Game *g, int r) {
    uint32_t packed = g->n[r].followers;
    int most = 0;
    for (int p = 0; p < PLAYERS; p++) {
        int c = packed >> (8 * p) & 255;
        if (c > most) most = c;
    }
    int pts = points(g, r);
    for (int p = 0; p < PLAYERS; p++)
        if ((int)(packed >> (8 * p) & 255) == most) g->scores[p] += pts;
}

static void score_if_complete(Game *g, int r) {
    if (g->n[r].open_ends != 0 || g->n[r].followers == 0) return;
    award(g, r);
    g->n[r].followers = 0;
    for (int f = 0; f < PLAYERS * FOLLOWERS; f++)
        if (g->figures[f] >= 0 && g->n[g->figures[f]].region == r) {
            g->figures[f] = -1;
            g->supply[f / FOLLOWERS]++;
        }
}

static void finish_turn(Game *g) {
    int tile = g->tiles - 1;
    for (int node = g->first_node[tile]; node < g->nodes; node++) {
        Node *r = &g->n[g->n[node].region];
        if (r->followers != 0 && r->open_ends == 0 && segment_kind[g->n[node].segment] != FIELD)
            score_if_complete(g, g->n[node].region);
    }
    for (int i = 0; i < g->near_count; i++) score_if_complete(g, g->near[i]);
    g->player = (g->player + 1) % PLAYERS;
}

static void new_game(Game *g) {
    memset(g->at, 0, sizeof g->at);
    g->opens = g->tiles = g->nodes = g->player = 0;
    memset(g->figures, 0xff, sizeof g->figures);
    for (int p = 0; p < PLAYERS; p++) {
        g->supply[p] = FOLLOWERS;
        g->scores[p] = 0;
    }
    g->left = sizeof full_deck;
    memcpy(g->deck, full_deck, sizeof full_deck);
    for (int i = g->left - 1; i > 0; i--) {
        int j = below(i + 1);
        uint8_t t = g->deck[i];
        g->deck[i] = g->deck[j];
        g->deck[j] = t;
    }
    place(g, START, CENTRE, 0);
}

static void play_random(Game *g) {
    while (g->left > 0) {
        int kind = g->deck[--g->left], count = 0;
        const uint8_t *w = ways + kind * NEEDS;
        for (int i = 0; i < g->opens; i++) count += w[g->open_need[i]];
        if (count == 0) continue;
        int k = below(count), i = 0;
        while (k >= w[g->open_need[i]]) k -= w[g->open_need[i++]];
        int turns = fits[kind * NEEDS + g->open_need[i]], r = 0;
        for (;; r++)
            if (turns >> r & 1) {
                if (k == 0) break;
                k--;
            }
        place(g, kind, g->open_cell[i], r);
        int options[9], n = 0, base = g->first_node[g->tiles - 1];
        if (g->supply[g->player] > 0)
            for (int node = base; node < g->nodes; node++)
                if (g->n[g->n[node].region].followers == 0) options[n++] = node;
        int choice = below(n + 1);
        if (choice < n) {
            int node = options[choice], f = g->player * FOLLOWERS;
            g->n[g->n[node].region].followers += 1u << (8 * g->player);
            g->supply[g->player]--;
            while (g->figures[f] >= 0) f++;
            g->figures[f] = node;
        }
        finish_turn(g);
    }
    for (int f = 0; f < PLAYERS * FOLLOWERS; f++)
        if (g->figures[f] >= 0) {
            int r = g->n[g->figures[f]].region;
            if (g->n[r].followers) {
                award(g, r);
                g->n[r].followers = 0;
            }
        }
}

static double now(void) { /* processor time: others may use the machine too */
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    int blocks = argc > 1 ? atoi(argv[1]) : 5, games = argc > 2 ? atoi(argv[2]) : 3000, copies = 2000;
    double best_games = 1e9, best_copies = 1e9;
    long sums[PLAYERS] = {0};
    static Game g, h;
    make_fits();
    for (int block = 0; block < blocks; block++) {
        rng_state = 1;
        sums[0] = sums[1] = 0;
        double start = now();
        for (int i = 0; i < games; i++) {
            new_game(&g);
            play_random(&g);
            for (int p = 0; p < PLAYERS; p++) sums[p] += g.scores[p];
        }
        double took = now() - start;
        if (took < best_games) best_games = took;
    }
    volatile int sink = 0;
    for (int block = 0; block < blocks; block++) {
        double start = now();
        for (int i = 0; i < copies; i++) {
            g.player = i;
            h = g;
            sink += h.scores[i & 1];
            __asm__ volatile("" ::: "memory");
        }
        double took = now() - start;
        if (took < best_copies) best_copies = took;
    }
    printf("{\"games\": %.1f, \"copies\": %.0f, \"sums\": [%ld, %ld]}\n", games / best_games, copies / best_copies,
           sums[0], sums[1]);
}
