package io.fdlkeeper.catalog.duckdb;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.BitSet;

/** Sets of numbers as runs: how many, then for each its distance from the last and its length. Shared names make long runs. */
final class Runs {

    private Runs() {}

    /** Writes the numbers from the first (inclusive) to the second (exclusive), counted from the first. */
    static void write(BitSet bits, int from, int to, ByteArrayOutputStream out) {
        int runs = 0;
        for (int i = next(bits, from, to); i < to; i = next(bits, bits.nextClearBit(i), to)) {
            runs++;
        }
        writeNumber(runs, out);
        int last = from;
        for (int i = next(bits, from, to); i < to; i = next(bits, last, to)) {
            int end = Math.min(bits.nextClearBit(i), to);
            writeNumber(i - last, out);
            writeNumber(end - i, out);
            last = end;
        }
    }

    private static int next(BitSet bits, int from, int to) {
        int found = bits.nextSetBit(from);
        return found < 0 ? to : Math.min(found, to);
    }

    static void read(ByteBuffer in, int base, BitSet bits) {
        int at = base;
        for (int runs = readNumber(in); runs > 0; runs--) {
            int start = at + readNumber(in);
            at = start + readNumber(in);
            bits.set(start, at);
        }
    }

    /** Seven bits to a byte, lowest first. */
    private static void writeNumber(int number, ByteArrayOutputStream out) {
        int rest = number;
        while (rest > 0x7F) {
            out.write(rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }

    private static int readNumber(ByteBuffer in) {
        int number = 0;
        int shift = 0;
        int next;
        do {
            next = in.get();
            number |= (next & 0x7F) << shift;
            shift += 7;
        } while (next < 0);
        return number;
    }
}
