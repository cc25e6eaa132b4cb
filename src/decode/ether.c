/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ether.c - Ethernet, what may stand between it and the network layer (tags, LLC, labels), and
 * the links that borrow its EtherTypes.
 */
#include "base/bytes.h"
#include "decode/cursor.h"

enum {
	ETHERTYPE_IPV4 = 0x0800, ETHERTYPE_TRILL = 0x22f3, ETHERTYPE_TEB = 0x6558,
	ETHERTYPE_VLAN = 0x8100, ETHERTYPE_IPV6 = 0x86dd, ETHERTYPE_PPP = 0x880b,
	ETHERTYPE_MPLS = 0x8847, ETHERTYPE_MPLS_UPSTREAM = 0x8848, ETHERTYPE_PPPOE = 0x8864,
	ETHERTYPE_QINQ = 0x88a8, ETHERTYPE_PBB = 0x88e7, ETHERTYPE_FABRICPATH = 0x8903,
	ETHERTYPE_VNTAG = 0x8926, ETHERTYPE_HSR = 0x892f, ETHERTYPE_QINQ_OLD = 0x9100,
	ETHERTYPE_MIN = 0x0600,
};

enum decode_result
decode_typed(struct cursor *cursor, size_t size, size_t offset)
{
	if (cursor->captured < size)
		return DECODE_BROKEN;

	uint16_t ethertype = be16(cursor->at + offset);

	cursor_take(cursor, size);
	return decode_ethertype(cursor, ethertype);
}

/* ---- LLC (IEEE 802.2) and SNAP (RFC 1042) ---- */

/* What OUI 00-80-C2 bridges (RFC 2684 5.2, RFC 2427 4.2): Ethernet, with its FCS or without. */
static enum decode_result
decode_bridged(struct cursor *cursor, uint16_t pid, size_t padding)
{
	if (pid != 1 && pid != 7)
		return DECODE_OTHER;
	return cursor_skip(cursor, padding) ? link_ethernet(cursor) : DECODE_BROKEN;
}

static enum decode_result
decode_snap(struct cursor *cursor, size_t padding)
{
	if (cursor->captured < 5)
		return DECODE_OTHER;

	uint32_t oui = be32(cursor->at) >> 8;
	uint16_t pid = be16(cursor->at + 3);

	cursor_take(cursor, 5);
	switch (oui) {
	case 0: case 0x0000f8: /* the second: for bridges between 802.3 and Ethernet */
		return pid < ETHERTYPE_MIN ? DECODE_OTHER : decode_ethertype(cursor, pid);
	case 0x0080c2:
		return decode_bridged(cursor, pid, padding);
	default:
		return DECODE_OTHER;
	}
}

enum decode_result
decode_llc(struct cursor *cursor)
{
	if (cursor->captured < 3)
		return DECODE_BROKEN;

	uint8_t sap = cursor->at[0];

	if (sap != cursor->at[1] || !cursor_deeper(cursor))
		return DECODE_OTHER;
	cursor_take(cursor, 3);
	switch (sap) {
	case 0x06: /* LLC's own number for IP */
		return decode_ip(cursor);
	case 0xaa:
		return cursor->at[-1] == 3 ? decode_snap(cursor, 2) : DECODE_OTHER;
	case 0xfe: /* OSI's network layer */
		return decode_nlpid(cursor);
	default:
		return DECODE_OTHER;
	}
}

enum decode_result
decode_nlpid(struct cursor *cursor)
{
	if (cursor->captured < 1)
		return DECODE_BROKEN;

	uint8_t nlpid = cursor->at[0];

	cursor_take(cursor, 1);
	switch (nlpid) {
	case 0x80:
		return decode_snap(cursor, 0);
	case 0x8e:
		return decode_ipv6(cursor);
	case 0xcc:
		return decode_ipv4(cursor);
	case 0xcf:
		return decode_ppp(cursor);
	default:
		return DECODE_OTHER;
	}
}

/* ---- tags ---- */

/* A priority tag is VLAN 0: no network of its own (IEEE 802.1Q 9.6). */
static enum decode_result
decode_vlan(struct cursor *cursor)
{
	if (cursor->captured < 4)
		return DECODE_BROKEN;
	if (be16(cursor->at) & 0xfff)
		cursor_path(cursor, be16(cursor->at) & 0xfff);
	return decode_typed(cursor, 4, 2);
}

/* IEEE 802.1ah: a service's id, then the customer's frame. */
static enum decode_result
decode_pbb(struct cursor *cursor)
{
	if (cursor->captured < 4)
		return DECODE_BROKEN;
	cursor_path(cursor, be32(cursor->at) & 0xffffff);
	cursor_take(cursor, 4);
	return link_ethernet(cursor);
}

/* RFC 6325 3: options are counted in words of 4 bytes. */
static enum decode_result
decode_trill(struct cursor *cursor)
{
	if (cursor->captured < 6)
		return DECODE_BROKEN;
	return cursor_skip(cursor, 6 + (size_t)(be16(cursor->at) >> 6 & 31) * 4)
		? link_ethernet(cursor) : DECODE_BROKEN;
}

static bool
is_expected(uint16_t ethertype)
{
	return ethertype == ETHERTYPE_IPV4 || ethertype == ETHERTYPE_IPV6
		|| ethertype == ETHERTYPE_VLAN || ethertype == ETHERTYPE_QINQ;
}

/*
 * Ethernet, behind a control word (RFC 4448) or not.  Nothing says which, and a control word of
 * zeros may be an address, too; an EtherType where it has to be decides.
 */
static enum decode_result
decode_pseudowire(struct cursor *cursor)
{
	const uint8_t *at = cursor->at;

	if (cursor->captured >= 18 && at[0] >> 4 == 0 && is_expected(be16(at + 16))
		&& !is_expected(be16(at + 12)))
		cursor_take(cursor, 4);
	return link_ethernet(cursor);
}

/* RFC 3032; what follows isn't named, but IP shows. */
enum decode_result
decode_mpls(struct cursor *cursor)
{
	bool bottom = false;

	while (!bottom) {
		if (cursor->captured < 4 || !cursor_deeper(cursor))
			return DECODE_BROKEN;
		bottom = cursor->at[2] & 1;
		cursor_take(cursor, 4);
	}
	if (cursor->captured < 1)
		return DECODE_OTHER;
	switch (cursor->at[0] >> 4) {
	case 4:
		return decode_ipv4(cursor);
	case 6:
		return decode_ipv6(cursor);
	case 1: /* the pseudowire's own channel (RFC 4385 5) */
		return DECODE_OTHER;
	default:
		return decode_pseudowire(cursor);
	}
}

/* What stands behind a number of its own between Ethernet and the network layer. */
static decoder *
find_tag(uint16_t ethertype)
{
	switch (ethertype) {
	case ETHERTYPE_VLAN: case ETHERTYPE_QINQ: case ETHERTYPE_QINQ_OLD:
		return decode_vlan;
	case ETHERTYPE_MPLS: case ETHERTYPE_MPLS_UPSTREAM:
		return decode_mpls;
	case ETHERTYPE_PPPOE:
		return decode_pppoe;
	case ETHERTYPE_PPP:
		return decode_ppp;
	case ETHERTYPE_PBB:
		return decode_pbb;
	case ETHERTYPE_TRILL:
		return decode_trill;
	case ETHERTYPE_TEB:
		return link_ethernet;
	default:
		return NULL;
	}
}

enum decode_result
decode_ethertype(struct cursor *cursor, uint16_t ethertype)
{
	decoder *tag;

	switch (ethertype) {
	case ETHERTYPE_IPV4:
		return decode_ipv4(cursor);
	case ETHERTYPE_IPV6:
		return decode_ipv6(cursor);
	case ETHERTYPE_VNTAG: case ETHERTYPE_HSR:
		return cursor_deeper(cursor) ? decode_typed(cursor, 6, 4) : DECODE_BROKEN;
	default:
		break;
	}
	if (ethertype < ETHERTYPE_MIN)
		return decode_llc(cursor);
	tag = find_tag(ethertype);
	if (!tag)
		return DECODE_OTHER;
	return cursor_deeper(cursor) ? tag(cursor) : DECODE_BROKEN;
}

/* ---- links ---- */

/* Cisco's FabricPath puts a frame of 16 bytes' header around the other. */
enum decode_result
link_ethernet(struct cursor *cursor)
{
	if (cursor->captured >= 16 && be16(cursor->at + 12) == ETHERTYPE_FABRICPATH) {
		cursor_take(cursor, 16);
		return cursor_deeper(cursor) ? link_ethernet(cursor) : DECODE_BROKEN;
	}
	return decode_typed(cursor, 14, 12);
}

/* Linux cooked capture: the EtherType is the last of 16 bytes. */
enum decode_result
link_sll(struct cursor *cursor)
{
	return decode_typed(cursor, 16, 14);
}

/* Its second version has the EtherType first, of 20 bytes. */
enum decode_result
link_sll2(struct cursor *cursor)
{
	return decode_typed(cursor, 20, 0);
}

/*
 * BSD loopback: an address family.  AF_INET is 2 everywhere; AF_INET6 differs, but the
 * packet's first nibble says as much.
 */
static enum decode_result
decode_family(struct cursor *cursor, uint32_t family)
{
	cursor_take(cursor, 4);
	switch (family) {
	case 2: case 10: case 23: case 24: case 28: case 30:
		return decode_ip(cursor);
	default:
		/* Some writers put an EtherType there. */
		return family >= ETHERTYPE_MIN && family <= 0xffff
			? decode_ethertype(cursor, (uint16_t)family) : DECODE_OTHER;
	}
}

/* In the byte order of the host that captured: families are small, so it shows. */
enum decode_result
link_null(struct cursor *cursor)
{
	if (cursor->captured < 4)
		return DECODE_BROKEN;

	uint32_t family = le32(cursor->at);

	return decode_family(cursor, family & 0xffff0000 ? be32(cursor->at) : family);
}

/* OpenBSD's, always in network order. */
enum decode_result
link_loop(struct cursor *cursor)
{
	return cursor->captured < 4 ? DECODE_BROKEN
		: decode_family(cursor, be32(cursor->at));
}
